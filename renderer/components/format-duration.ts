/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 14 min`, `3 d 2 h`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs / 1000);
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
