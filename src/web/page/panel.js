// What stands beside the board: the moves of the game, and what an analysis has found.

import { shortRate } from "./boardview.js";
import { PASS } from "./game.js";
import { colorName, say } from "./words.js";

/** @param {string} name @param {string} text @param {Record<string, string>} [attributes] */
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  return made;
}

/**
 * Lists the moves, each a button that leads to it.
 * @param {HTMLOListElement} list
 * @param {import("./game.js").Game} game
 */
export function showMoves(list, { moves, at }) {
  list.replaceChildren(...moves.map(({ color, point }, index) => {
    const number = index + 1;
    const shown = point === PASS ? say("passed") : point;
    const name = say("move", { number, color: colorName(color), point: shown });
    const button = element("button", shown, { type: "button", "data-to": number, "aria-label": name });
    button.prepend(element("i", "", { class: color === "b" ? "black" : "white" }));
    if (number === at) button.setAttribute("aria-current", "true");
    const item = element("li", "");
    item.append(button);
    return item;
  }));
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

const rateText = ({ rate, mate }) => {
  if (mate === undefined) return `${(100 * rate).toFixed(1)} %`;
  return say(mate > 0 ? "winIn" : "lossIn", { plies: Math.abs(mate) });
};

/**
 * Lists the best moves.
 * @param {HTMLTableSectionElement} body
 * @param {import("./session.js").Candidate[]} candidates
 * @param {string} [shown] the point whose line is on the board
 */
export function showCandidates(body, candidates, shown) {
  // Rows are kept, so that what has the focus or the pointer keeps it.
  while (body.rows.length > candidates.length) body.deleteRow(-1);
  candidates.forEach((candidate, index) => {
    const { point, depth, line } = candidate;
    const row = body.rows[index] ?? body.insertRow();
    row.dataset.point = point;
    row.classList.toggle("shown", point === shown);
    const cells = [point, rateText(candidate), depth, line.slice(1).join(" ")];
    cells.forEach((text, column) => {
      const cell = row.cells[column] ?? row.insertCell();
      if (column > 0) {
        cell.textContent = text;
      } else {
        const button = cell.firstElementChild ?? cell.appendChild(element("button", "", { type: "button" }));
        button.textContent = text;
      }
    });
  });
}

/**
 * Shows the chances of both colours.
 * @param {HTMLElement} bar
 * @param {import("./session.js").Candidate | undefined} best
 * @param {"b" | "w"} turn
 */
export function showShare(bar, best, turn) {
  bar.hidden = !best;
  if (!best) return;
  const black = Math.round(100 * (turn === "b" ? best.rate : 1 - best.rate));
  const text = say("share", { black, white: 100 - black });
  bar.style.setProperty("--black-share", `${black}%`);
  bar.ariaLabel = text;
  const shown = best.mate === undefined ? text : `${text} · ${shortRate(best)}`;
  bar.replaceChildren(element("span", shown));
}
