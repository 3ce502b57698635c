// Names of points, as GTP writes them: columns are letters without I, rows count from 1 at the bottom.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** @param {number} x a column, from 0 @returns {string} its name: A, B … Z, AA … */
export const columnName = (x) => {
  const block = Math.floor(x / LETTERS.length);
  return (block ? LETTERS[block - 1] : "") + LETTERS[x % LETTERS.length];
};

/** @param {number} x @param {number} y column and row, from 0 at the lower left @returns {string} */
export const pointName = (x, y) => `${columnName(x)}${y + 1}`;

/** @param {string} name @returns {[number, number]} column and row, from 0 at the lower left */
export const pointPlace = (name) => {
  const [, letters, row] = /^([A-Z]{1,2})(\d+)$/.exec(name.toUpperCase());
  const column = [...letters].reduce((sum, letter) => sum * LETTERS.length + LETTERS.indexOf(letter) + 1, 0);
  return [column - 1, Number(row) - 1];
};

/** The other colour. @param {"b" | "w"} color */
export const other = (color) => (color === "b" ? "w" : "b");
