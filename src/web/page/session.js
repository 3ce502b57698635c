// What the page asks of the engine, in GTP: that it knows the position, what can be seen of it, moves and
// analysis.

/**
 * @typedef {object} Look  what can be seen of a position without thinking
 * @property {Set<string>} legal        points that may be played
 * @property {"b" | "w" | "draw" | null} result
 * @property {string[]} row             the stones of a finished row
 * @property {Map<string, string>} threats    labels, as B4+ or W3
 * @property {Map<string, string>} forbidden  why: 33, 44 or 6
 *
 * @typedef {object} Candidate  one of the best moves
 * @property {string} point
 * @property {number} rate      the chance to win of the side to move, 0 to 1
 * @property {number} [mate]    plies to a proven win, or loss if negative
 * @property {number} depth
 * @property {string[]} line    the move and what follows
 *
 * @typedef {object} Report
 * @property {Candidate[]} candidates  the best first
 * @property {number} positions        searched in all
 */

/** The engine would not take a game. */
export class GameError extends Error {}

/** How often the engine reports, in hundredths of a second. */
const INTERVAL = 20;

const RESULTS = { "B+R": "b", "W+R": "w", 0: "draw" };

/** @param {string} drawing the answer to a drawing command @returns {Map<string, string>} its labels */
function labels(drawing) {
  const [, words = ""] = /^LABEL (.*)$/m.exec(drawing) ?? [];
  return new Map(Array.from(words.matchAll(/(\S+) (\S+)/g), ([, point, label]) => [point, label]));
}

/** @param {string} line of an analysis @returns {Report} */
export function readReport(line) {
  const [moves, root = ""] = line.split(" rootInfo ");
  const value = (text, key) => new RegExp(`(?:^| )${key} (\\S+)`).exec(text)?.[1];
  const candidates = moves.split(/^info | info /).slice(1).map((info) => {
    const mate = value(info, "mate");
    return {
      point: value(info, "move"),
      rate: Number(value(info, "winrate")),
      mate: mate === undefined ? undefined : Number(mate),
      depth: Number(value(info, "depth")),
      line: info.split(" pv ")[1].trim().split(" "),
    };
  });
  return { candidates, positions: Number(value(root, "visits") ?? 0) };
}

/** Cuts an answer that comes in pieces into its reports. */
const reporter = (onReport) => (piece) => {
  for (const line of piece.split("\n")) {
    if (line.startsWith("info ")) onReport(readReport(line));
  }
};

const rulesKey = ({ rules, setup, first }) => JSON.stringify([rules, setup, first]);
const words = (moves) => moves.map(({ color, point }) => `${color} ${point}`).join(" ");

export class Session {
  #engine;
  /** The end of what was asked last: what is known of the engine's position is known then. */
  #asked = Promise.resolve();
  /** Counts the stops, so that no search begins that was meant to be stopped. */
  #stops = 0;
  /** The game and the moves that the engine has, if that is known. */
  #key = "";
  #moves = [];

  /** @param {import("./engine.js").Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  #inOrder(work) {
    const stops = this.#stops;
    const result = this.#asked.then(() => work(() => stops !== this.#stops));
    this.#asked = result.catch(() => {});
    return result;
  }

  /** Ends what was asked so far: a move is found at once, an analysis ends. */
  stop() {
    this.#stops += 1;
    this.#engine.stop();
  }

  /** The engine was begun anew and knows nothing. */
  forget() {
    this.#key = "";
  }

  async #do(commands) {
    const answers = await this.#engine.ask(commands);
    const failed = answers.find(({ ok }) => !ok);
    if (failed) {
      this.forget();
      throw new GameError(failed.text);
    }
    return answers.map(({ text }) => text);
  }

  /** @param {import("./game.js").Game} game brings the engine to the position that it is at */
  async #bring(game) {
    const { rules, setup, first } = game;
    const key = rulesKey(game);
    const moves = game.played;
    const commands = [];
    let kept = 0;
    if (key !== this.#key) {
      // Freestyle is defined on every board that may lie between the old game and the new one.
      commands.push("clear_board", "kata-set-rules freestyle", `boardsize ${rules.width} ${rules.height}`);
      const { rule, winLength } = rules;
      commands.push(`kata-set-rules ${JSON.stringify({ rule, winlength: winLength })}`);
      if (setup.length) commands.push(`set_position ${words(setup)}`);
      commands.push(`gogui-setup_player ${first}`);
    } else {
      const isKept = (move, at) => move.color === moves[at]?.color && move.point === moves[at].point;
      const end = this.#moves.findIndex((move, at) => !isKept(move, at));
      kept = end < 0 ? this.#moves.length : end;
      if (kept < this.#moves.length) commands.push(`gg-undo ${this.#moves.length - kept}`);
    }
    if (kept < moves.length) commands.push(`gogui-play_sequence ${words(moves.slice(kept))}`);
    [this.#key, this.#moves] = [key, moves];
    await this.#do(commands);
  }

  /** @param {import("./game.js").Game} game @throws {GameError} if it cannot be played to its last move */
  check(game) {
    return this.#inOrder(() => this.#bring(game.atEnd()));
  }

  /** @param {import("./game.js").Game} game @returns {Promise<Look>} what is seen of its position */
  look(game) {
    return this.#inOrder(async () => {
      await this.#bring(game);
      const [legal, score, row, threats, forbidden] = await this.#engine.ask([
        "gogui-rules_legal_moves",
        "final_score",
        "lianzhu-winline",
        "lianzhu-gfx_threats",
        "lianzhu-gfx_forbidden",
      ]);
      const points = ({ text }) => text.split(/\s+/).filter(Boolean);
      return {
        legal: new Set(points(legal)),
        result: score.ok ? RESULTS[score.text] : null,
        row: points(row),
        threats: labels(threats.text),
        forbidden: labels(forbidden.text),
      };
    });
  }

  /**
   * The engine's move for the side to move.
   * @param {import("./game.js").Game} game
   * @param {{level: number, seconds: number}} strength
   * @param {(report: Report) => void} onReport
   * @returns {Promise<string | null>} a point, or "pass"; null if it was stopped before it began
   * @throws {GameError} if the engine has no move
   */
  findMove(game, { level, seconds }, onReport) {
    return this.#inOrder(async (isStopped) => {
      await this.#bring(game);
      await this.#do([`level ${level}`, `kata-set-param moveTime ${seconds}`]);
      if (isStopped()) return null;
      const color = game.turn;
      const ask = `kata-genmove_analyze ${color} ${INTERVAL} rootInfo true`;
      const [{ text }] = await this.#engine.ask([ask], reporter(onReport));
      const [, point] = /^play ([A-Z]+\d+|pass)$/m.exec(text) ?? [];
      if (!point) throw new GameError(text);
      this.#moves = [...this.#moves, { color, point }];
      return point;
    });
  }

  /**
   * Analyses the position until the engine is stopped or everything is found out.
   * @param {import("./game.js").Game} game
   * @param {number} lines how many of the best moves
   * @param {(report: Report) => void} onReport
   */
  analyse(game, lines, onReport) {
    return this.#inOrder(async (isStopped) => {
      await this.#bring(game);
      if (isStopped()) return;
      const ask = `kata-analyze ${game.turn} ${INTERVAL} maxmoves ${lines} rootInfo true`;
      await this.#engine.ask([ask], reporter(onReport));
    });
  }

  /** @param {import("./game.js").Game} game @returns {Promise<string>} the game, to its last move, as SGF */
  record(game) {
    return this.#inOrder(async () => {
      await this.#bring(game.atEnd());
      const [text] = await this.#do(["printsgf"]);
      return text;
    });
  }

  /** @param {Uint8Array} bytes of an SGF file @returns {Promise<string>} its game as the engine prints it */
  read(bytes) {
    return this.#inOrder(async () => {
      this.forget();
      await this.#engine.putFile("game.sgf", bytes);
      const [, text] = await this.#do(["loadsgf game.sgf", "printsgf"]);
      return text;
    });
  }

  /**
   * The empty board of a game.
   * @param {import("./game.js").Game} game
   * @param {string} title what it is called
   * @returns {Promise<string>} SVG
   */
  drawing(game, title) {
    return this.#inOrder(async () => {
      await this.#bring(game);
      return this.#engine.drawing(title);
    });
  }
}
