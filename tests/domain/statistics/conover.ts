/** Conover, Practical Nonparametric Statistics: three ratings (columns) of twelve items (rows), 1 = success. */
export const conoverTable: readonly (readonly number[])[] = [
  [1, 1, 1],
  [1, 1, 1],
  [0, 1, 0],
  [1, 1, 0],
  [0, 0, 0],
  [1, 1, 1],
  [1, 1, 1],
  [1, 1, 0],
  [0, 0, 1],
  [0, 1, 0],
  [1, 1, 1],
  [1, 1, 1],
];
