// The board of the page: what stands on it, what is marked, and the points that can be chosen by pointer,
// touch or keyboard.

import { Board, draw } from "./board.js";
import { pointName, pointPlace } from "./points.js";
import { colorName, say } from "./words.js";

/** The most moves of a line that are drawn. */
const LINE = 8;

/** What moves lose against the best, at most, in win rate, by the class that they are drawn in. */
const CLASSES = [[0.03, "best"], [0.1, "good"], [0.3, "fair"], [Infinity, "poor"]];

/** A chance in percent, or the plies to a proven end: 62, W5, L6. @param {import("./session.js").Candidate} move */
export function shortRate({ rate, mate }) {
  if (mate === undefined) return `${Math.round(100 * rate)}`;
  return mate > 0 ? `W${mate}` : `L${-mate}`;
}

const STEPS = {
  ArrowLeft: ([x, y]) => [x - 1, y],
  ArrowRight: ([x, y]) => [x + 1, y],
  ArrowUp: ([x, y]) => [x, y + 1],
  ArrowDown: ([x, y]) => [x, y - 1],
  Home: ([, y]) => [0, y],
  End: ([, y], { width }) => [width - 1, y],
  PageUp: ([x], { height }) => [x, height - 1],
  PageDown: ([x]) => [x, 0],
};

export class BoardView {
  #holder;
  #onPoint;
  #rules;
  #board;
  #layers;
  #cells = new Map();
  /** What is written on empty points, under what an analysis draws there. */
  #labels = new Map();
  #focus;

  /**
   * @param {HTMLElement} holder what the drawing is put into
   * @param {(point: string) => void} onPoint hears which point was chosen
   */
  constructor(holder, onPoint) {
    this.#holder = holder;
    this.#onPoint = onPoint;
    holder.addEventListener("click", ({ target }) => {
      if (target.dataset.point) this.#choose(target.dataset.point);
    });
    holder.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Shows another board. @param {string} drawing SVG @param {import("./game.js").Rules} rules */
  setBoard(drawing, rules) {
    this.#rules = rules;
    this.#holder.innerHTML = drawing;
    const svg = this.#holder.firstElementChild;
    svg.removeAttribute("role");
    svg.querySelector("title").remove();
    this.#board = new Board(svg);
    const names = ["fields", "stones", "marks", "candidates"];
    this.#layers = Object.fromEntries(names.map((name) => [name, this.#board.layer(name)]));
    this.#drawCells();
  }

  #drawCells() {
    const { width, height } = this.#rules;
    const grid = this.#board.layer("cells");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", say("board", { width, height }));
    this.#cells.clear();
    for (let y = height - 1; y >= 0; y -= 1) {
      const row = draw(grid, "g", { role: "row" });
      for (let x = 0; x < width; x += 1) {
        const point = pointName(x, y);
        const cell = this.#board.field(row, this.#place(point), "cell");
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("tabindex", -1);
        cell.dataset.point = point;
        this.#cells.set(point, cell);
      }
    }
    this.#moveFocus(pointName(Math.floor(width / 2), Math.floor(height / 2)));
  }

  #place(point) {
    const [x, y] = pointPlace(point);
    return [x, this.#rules.height - 1 - y];
  }

  /** The one point that the tab key leads to. */
  #moveFocus(point) {
    this.#cells.get(this.#focus)?.setAttribute("tabindex", -1);
    this.#cells.get(point).setAttribute("tabindex", 0);
    this.#focus = point;
  }

  #choose(point) {
    this.#moveFocus(point);
    this.#onPoint(point);
  }

  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (event.key === "Enter" || event.key === " ") {
      this.#onPoint(this.#focus);
    } else if (step) {
      const point = pointName(...step(pointPlace(this.#focus), this.#rules));
      if (this.#cells.has(point)) this.#moveFocus(point);
      this.#cells.get(this.#focus).focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Draws a position.
   * @param {object} position
   * @param {Map<string, {color: string, number: number}>} position.stones
   * @param {string} [position.last]           the point of the last move
   * @param {string[]} position.row            a finished row
   * @param {Map<string, string>} position.threats
   * @param {Map<string, string>} position.forbidden
   * @param {boolean} position.isNumbered      whether moves have their numbers written on them
   */
  showPosition({ stones, last, row, threats, forbidden, isNumbered }) {
    const { fields, stones: layer, marks } = this.#layers;
    for (const each of [fields, layer, marks]) each.replaceChildren();
    this.#labels.clear();
    for (const [point, label] of threats) this.#label(point, label, `threat ${label.replace(/^[BW]/, "k")}`);
    for (const [point, label] of forbidden) this.#label(point, label, "forbidden");
    for (const [point, { color, number }] of stones) {
      this.#board.stone(layer, this.#place(point), color === "b", isNumbered && number ? number : "");
    }
    for (const point of row) this.#board.circle(marks, this.#place(point), "row");
    if (last) this.#board.circle(marks, this.#place(last), "last", isNumbered ? 11 : 4);
    this.#nameCells(stones);
  }

  #label(point, label, name) {
    const { fields } = this.#layers;
    this.#board.field(fields, this.#place(point), name.replace("+", "-open"));
    this.#labels.set(point, this.#board.text(fields, this.#place(point), label, { class: "mark" }));
  }

  #nameCells(stones) {
    for (const [point, cell] of this.#cells) {
      const stone = stones.get(point);
      const values = { point, color: stone && colorName(stone.color), number: stone?.number };
      const name = say(stone ? (stone.number ? "numbered" : "stone") : "empty", values);
      if (cell.ariaLabel !== name) cell.ariaLabel = name;
    }
  }

  /**
   * Draws the best moves, and the line of one of them.
   * @param {import("./session.js").Candidate[]} candidates
   * @param {import("./session.js").Candidate} [shown] the one whose line is drawn
   * @param {"b" | "w"} turn who is to move
   */
  showCandidates(candidates, shown, turn) {
    const layer = this.#layers.candidates;
    layer.replaceChildren();
    const drawn = new Set();
    if (shown) {
      const rest = shown.line.slice(1, LINE);
      this.#board.line(layer, rest.map((point) => this.#place(point)), turn === "w", 2);
      for (const point of rest) drawn.add(point);
    }
    for (const candidate of candidates) {
      const { point, rate } = candidate;
      if (drawn.has(point)) continue;
      const [, name] = CLASSES.find(([loss]) => candidates[0].rate - rate < loss);
      this.#board.circle(layer, this.#place(point), `candidate ${name}`);
      const text = shortRate(candidate);
      const size = text.length > 2 ? { "font-size": 8 } : {};
      this.#board.text(layer, this.#place(point), text, { class: "mark", ...size });
      drawn.add(point);
    }
    for (const [point, label] of this.#labels) label.style.visibility = drawn.has(point) ? "hidden" : "";
  }
}
