/** A stream of unsigned 32-bit integers. */
export type RandomSource = () => number;

/** Chris Doty-Humphrey's sfc32, seeded by one integer (splitmix-style filling of the state): same seed, same stream, on every machine. */
export function randomFrom(seed: number): RandomSource {
  let [a, b, c] = [mix(seed), mix(seed + 0x9e3779b9), mix(seed ^ 0x85ebca6b)];
  let counter = 1;
  const next = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  for (let warmUp = 0; warmUp < 16; warmUp++) next();
  return next;
}

/** An index 0 … count − 1 from one draw; the bias is below count / 2^32. */
export function indexBelow(count: number, random: RandomSource): number {
  return (random() * count * 2 ** -32) | 0;
}

/** A number in (0, 1) from one draw. */
export function unitFrom(random: RandomSource): number {
  return (random() + 0.5) * 2 ** -32;
}

function mix(seed: number): number {
  let state = seed | 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return state ^ (state >>> 15);
}
