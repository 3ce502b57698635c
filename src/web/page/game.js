// A game as the page keeps it: rules, stones that were set up, moves, and where in them we are. What may
// be played the engine says.

import { other, pointName } from "./points.js";

/**
 * @typedef {object} Rules
 * @property {number} width
 * @property {number} height
 * @property {number} winLength
 * @property {string} rule  freestyle, exact, renju or caro
 */

/**
 * @typedef {object} Move
 * @property {"b" | "w"} color
 * @property {string} point  a point in capitals, or "pass"
 */

/** The game that is begun with. @type {Rules} */
const USUAL = { width: 15, height: 15, winLength: 5, rule: "freestyle" };

/** The rules that there are. */
export const RULES = ["freestyle", "exact", "renju", "caro"];

/** The sides that a board may have. */
export const SIDES = { least: 3, most: 52 };

/** What stands in place of a point where a side passes. */
export const PASS = "pass";

const SGF_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A pass, and a move out of turn, as they are written in a link. */
const MARKS = { pass: "-", again: "." };

/** Whether a board can have these rules, as far as it is known here: the engine has the last word. */
export function isGame({ width, height, winLength, rule }) {
  const isSide = (side) => Number.isInteger(side) && side >= SIDES.least && side <= SIDES.most;
  const isLength = Number.isInteger(winLength) && winLength >= 3 && winLength <= Math.max(width, height);
  return isSide(width) && isSide(height) && isLength && RULES.includes(rule) && (rule !== "renju" || winLength === 5);
}

/** The point of two letters in SGF, which count from the upper left. */
function pointOf(letters, height) {
  const [column, row] = [...letters].map((letter) => SGF_LETTERS.indexOf(letter));
  return pointName(column, height - 1 - row);
}

export class Game {
  /** @type {Rules} */ rules;
  /** @type {Move[]} */ setup = [];
  /** Who begins. @type {"b" | "w"} */ first = "b";
  /** @type {Move[]} */ moves = [];
  /** How many of the moves stand on the board. */
  at = 0;

  /** @param {Rules} rules */
  constructor(rules = USUAL) {
    this.rules = { ...rules };
  }

  /** The moves that stand on the board. */
  get played() {
    return this.moves.slice(0, this.at);
  }

  /** @returns {Move | undefined} */
  get last() {
    return this.moves[this.at - 1];
  }

  /** Who is to move. */
  get turn() {
    return this.last ? other(this.last.color) : this.first;
  }

  /** The stones on the board, each with the number of its move, 0 for those that were set up. */
  get stones() {
    const stones = new Map();
    for (const { color, point } of this.setup) stones.set(point, { color, number: 0 });
    this.played.forEach(({ color, point }, index) => {
      if (point !== PASS) stones.set(point, { color, number: index + 1 });
    });
    return stones;
  }

  /** Plays on from here; what came behind is given up, unless it begins with this very move. */
  play(color, point) {
    const next = this.moves[this.at];
    if (next?.color !== color || next.point !== point) {
      this.moves.length = this.at;
      this.moves.push({ color, point });
    }
    this.at += 1;
  }

  /** @param {number} at goes to the position after so many moves, as far as there are */
  goTo(at) {
    this.at = Math.max(0, Math.min(this.moves.length, at));
  }

  /** The same game after its last move. */
  atEnd() {
    const game = new Game(this.rules);
    return Object.assign(game, this, { at: this.moves.length });
  }

  /** Gives up what comes behind the position we are at. */
  cut() {
    this.moves.length = this.at;
  }

  /** @returns {string} the game as it stands in a link, behind the # */
  toLink() {
    const { width, height, winLength, rule } = this.rules;
    const parts = [`size=${width}x${height}`, `win=${winLength}`, `rule=${rule}`];
    for (const [key, color] of [["black", "b"], ["white", "w"]]) {
      const stones = this.setup.filter((stone) => stone.color === color);
      if (stones.length) parts.push(`${key}=${stones.map((stone) => stone.point.toLowerCase()).join("")}`);
    }
    if (this.first === "w") parts.push("first=w");
    let turn = this.first;
    const moves = this.moves.map(({ color, point }) => {
      const again = color === turn ? "" : MARKS.again;
      turn = other(color);
      return again + (point === PASS ? MARKS.pass : point.toLowerCase());
    });
    if (moves.length) parts.push(`moves=${moves.join("")}`);
    if (this.at < this.moves.length) parts.push(`at=${this.at}`);
    return parts.join("&");
  }

  /** @param {string} link what stands behind the # @returns {Game | null} null if it is no game */
  static fromLink(link) {
    const values = new URLSearchParams(link);
    const [, width, height] = /^(\d+)x(\d+)$/.exec(values.get("size")) ?? [];
    const rules = {
      width: Number(width),
      height: Number(height),
      winLength: Number(values.get("win")),
      rule: values.get("rule"),
    };
    if (!isGame(rules)) return null;
    const game = new Game(rules);
    for (const [key, color] of [["black", "b"], ["white", "w"]]) {
      const points = (values.get(key) ?? "").match(/[a-z]+\d+/gi) ?? [];
      game.setup.push(...points.map((point) => ({ color, point: point.toUpperCase() })));
    }
    game.first = values.get("first") === "w" ? "w" : "b";
    let turn = game.first;
    for (const word of (values.get("moves") ?? "").match(/[a-z]+\d+|[-.]/gi) ?? []) {
      if (word !== MARKS.again) {
        game.moves.push({ color: turn, point: word === MARKS.pass ? PASS : word.toUpperCase() });
      }
      turn = other(turn);
    }
    const at = Number.parseInt(values.get("at"), 10);
    game.goTo(Number.isNaN(at) ? game.moves.length : at);
    return game;
  }

  /** @param {string} sgf a record as the engine prints it @returns {Game} */
  static fromRecord(sgf) {
    const root = sgf.slice(0, sgf.search(/\n;|$/));
    const value = (key) => new RegExp(`[^A-Z]${key}\\[([^\\]]*)\\]`).exec(root)?.[1];
    const [width, height = width] = value("SZ").split(":").map(Number);
    const game = new Game({ width, height, winLength: Number(value("NR")), rule: value("RU") });
    for (const [key, color] of [["AB", "b"], ["AW", "w"]]) {
      const [, list = ""] = new RegExp(`[^A-Z]${key}((?:\\[[^\\]]*\\])+)`).exec(root) ?? [];
      for (const [, letters] of list.matchAll(/\[([^\]]*)\]/g)) {
        game.setup.push({ color, point: pointOf(letters, height) });
      }
    }
    game.moves = [...sgf.matchAll(/;([BW])\[([^\]]*)\]/g)].map(([, color, letters]) => ({
      color: color.toLowerCase(),
      point: letters ? pointOf(letters, height) : PASS,
    }));
    game.first = value("PL")?.toLowerCase() ?? game.moves[0]?.color ?? "b";
    game.goTo(game.moves.length);
    return game;
  }
}
