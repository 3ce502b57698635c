// The page: what the reader does, what the engine answers, and what is then shown.

import { BoardView } from "./boardview.js";
import { Engine, EngineFailure } from "./engine.js";
import { Game, isGame, PASS, RULES } from "./game.js";
import { showCandidates, showMoves, showShare } from "./panel.js";
import { GameError, Session } from "./session.js";
import { loadSettings, saveSettings } from "./settings.js";
import { colorName, say, speak } from "./words.js";

/** How many of the best moves are analysed. */
const LINES = 5;

const LEVELS = Array.from({ length: 10 }, (_, index) => index + 1);
const SECONDS = [0.5, 1, 2, 5, 10, 30, 60];

/** How far the board can be enlarged beyond its place. */
const ZOOMS = [1, 1.5, 2, 3, 4];

const NOTHING = { candidates: [], positions: 0 };

const find = (id) => document.getElementById(id);

class Page {
  settings = loadSettings();
  game = new Game();
  /** What is seen of the position that the game is at; null until the engine has looked at it. */
  look = null;
  /** Whether the engine is asked to look at it. */
  isLooking = false;
  /** Whether the board that is drawn may be that of another game. */
  isOther = true;
  /** The last game that the engine took. */
  taken = this.game;
  report = NOTHING;
  /** The candidate that the reader has asked to see the line of. */
  chosen = "";
  /** Whether the engine is searching a move. */
  isThinking = false;
  /** Counts what was begun, so that what comes too late is known. */
  turn = 0;

  constructor() {
    speak(this.settings.language || navigator.language);
    this.session = new Session(new Engine((why) => this.onFailure(why)));
    this.board = new BoardView(find("board"), (point) => this.onPoint(point));
    this.setUpControls();
    this.showSettings();
    find("page").hidden = false;
    find("status").textContent = say("loading");
    window.addEventListener("hashchange", () => this.onLink());
    this.onLink();
  }

  // The game

  /** Opens the game of the address, or the one of the last visit, or a new one. */
  onLink() {
    const link = location.hash.slice(1);
    if (link && link === this.game.toLink() && this.look) return;
    const game = Game.fromLink(link || this.settings.link);
    if (link && !game) this.notify(say("badLink"));
    // A game that somebody else has sent is looked at: it is not the engine's turn in it.
    if (link && link !== this.settings.link && game?.stones.size) this.set({ you: "both" });
    this.start(this.open(game ?? new Game()));
  }

  /** @param {Game} game shows another game */
  async open(game) {
    this.game = game;
    try {
      await this.update(true);
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      if (this.game !== game) return;
      this.notify(say("badLink"));
      this.game = this.taken;
      await this.update(true);
    }
  }

  /** Something new begins: what was begun before is stopped, and comes too late. */
  begin() {
    this.session.stop();
    this.isThinking = false;
    return ++this.turn;
  }

  /**
   * The game or our place in it has changed: shows it, and has the engine go on from there.
   * @param {boolean} [isOther] whether the game may be another one
   */
  async update(isOther = false) {
    const turn = this.begin();
    this.look = null;
    this.isLooking = true;
    this.isOther ||= isOther;
    if (this.isOther) {
      await this.session.check(this.game);
      const drawing = await this.session.drawing(this.game, "lianzhu");
      if (turn !== this.turn) return;
      this.board.setBoard(drawing, this.game.rules);
      this.isOther = false;
    }
    const look = await this.session.look(this.game);
    if (turn !== this.turn) return;
    this.look = look;
    this.taken = this.game;
    this.isLooking = false;
    this.report = NOTHING;
    this.chosen = "";
    this.keep();
    this.show();
    await this.goOn(turn);
  }

  /** Has the engine move if it is its turn, or analyse if that is asked for. */
  async goOn(turn) {
    if (this.look.result) return;
    if (this.isEngines()) {
      await this.think(turn);
    } else if (this.settings.analysis) {
      await this.session.analyse(this.game, LINES, (report) => this.onReport(turn, report));
    }
  }

  async think(turn) {
    this.isThinking = true;
    this.show();
    const { level, seconds } = this.settings;
    const search = this.session.findMove(this.game, { level, seconds }, (report) => this.onReport(turn, report));
    const point = await search.finally(() => { if (turn === this.turn) this.isThinking = false; });
    if (turn !== this.turn) return;
    if (point) this.game.play(this.game.turn, point);
    await this.update();
  }

  onReport(turn, report) {
    if (turn !== this.turn || !report.candidates.length) return;
    this.report = report;
    if (this.settings.analysis) this.showAnalysis();
  }

  /** What begins something new is not waited for; that the engine has failed is told elsewhere. */
  start(work) {
    work.catch((error) => {
      if (error instanceof EngineFailure) return;
      if (!(error instanceof GameError)) throw error;
      this.isLooking = false;
      this.notify(say("refused", { why: error.message }));
      this.show();
    });
  }

  onFailure(why) {
    this.session.forget();
    this.isThinking = this.isLooking = false;
    this.show();
    this.notify(say("failed", { why }));
  }

  // What the reader does

  /** Whether the position is seen; where the engine broke down over it, it looks again. */
  isSeen() {
    if (!this.look && !this.isLooking) this.start(this.update());
    return Boolean(this.look);
  }

  /** A point that is chosen before the position is seen was chosen on another one, and is not played. */
  onPoint(point) {
    if (!this.isSeen()) return;
    const { result, legal } = this.look;
    if (result) return this.notify(say("over"));
    if (this.isThinking || this.isEngines()) return this.notify(say("wait"));
    if (this.game.stones.has(point)) return this.notify(say("occupied", { point }));
    if (!legal.has(point)) return this.notify(say(this.look.forbidden.get(point) ?? "illegal", { point }));
    this.notify("");
    this.game.play(this.game.turn, point);
    this.start(this.update());
  }

  goTo(at) {
    this.notify("");
    this.game.goTo(at);
    this.start(this.update());
  }

  /** Takes back what the reader played last, and what the engine answered. */
  undo() {
    const { you } = this.settings;
    const isMine = ({ color }) => !["b", "w"].includes(you) || color === you;
    const at = this.game.played.findLastIndex(isMine);
    if (at < 0) return;
    this.game.goTo(at);
    this.game.cut();
    this.notify("");
    this.start(this.update());
  }

  /** Has the engine move for whoever is to move, or hurries it. */
  askForMove() {
    if (this.isThinking) return this.session.stop();
    if (!this.isSeen() || this.look.result) return;
    this.notify("");
    this.start(this.think(this.begin()));
  }

  pass() {
    if (!this.isSeen() || this.look.legal.size) return;
    this.game.play(this.game.turn, PASS);
    this.start(this.update());
  }

  async save() {
    const turn = this.begin();
    const text = await this.session.record(this.game);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text, "\n"], { type: "application/x-go-sgf" }));
    link.download = "lianzhu.sgf";
    link.click();
    // The browser may come to fetch it only later.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    if (turn === this.turn) await this.update();
  }

  async load(file) {
    this.begin();
    try {
      const record = await this.session.read(new Uint8Array(await file.arrayBuffer()));
      this.notify("");
      // A game that is opened is looked at: it is not the engine's turn in it.
      this.set({ you: "both" });
      await this.open(Game.fromRecord(record));
    } catch (error) {
      // A file that cannot be read is a DOMException.
      if (!(error instanceof GameError || error instanceof DOMException)) throw error;
      this.notify(say("badFile", { why: error.message }));
      await this.update(true);
    }
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.notify(say("copied"));
    } catch {
      this.notify(say("copyByHand"));
    }
  }

  // What is shown

  notify(text) {
    find("notice").textContent = text;
  }

  /** Nothing is lost by a reload: the address has the game, and the settings have the address. */
  keep() {
    this.settings.link = this.game.toLink();
    saveSettings(this.settings);
    history.replaceState(null, "", `#${this.settings.link}`);
  }

  /** Shows the position, if it is seen already. */
  show() {
    const { game, look, settings } = this;
    if (!look) return;
    const last = game.last?.point;
    this.board.showPosition({
      stones: game.stones,
      last: last === PASS ? undefined : last,
      row: look.row,
      threats: settings.threats ? look.threats : new Map(),
      forbidden: game.turn === "b" ? look.forbidden : new Map(),
      isNumbered: settings.numbers,
    });
    showMoves(find("moves"), game);
    const { width, height, winLength, rule } = game.rules;
    const name = say(`short${rule[0].toUpperCase()}${rule.slice(1)}`);
    find("about").textContent = say("about", { count: winLength, rule: name, width, height });
    find("status").textContent = this.statusText();
    this.showButtons();
    this.showAnalysis();
  }

  statusText() {
    const { game, look } = this;
    if (look.result === "draw") return say("drawn");
    if (look.result) return say("won", { color: colorName(look.result) });
    const color = colorName(game.turn);
    if (!this.isThinking && look.legal.size === 0) return say("mustPass", { color });
    const text = say(this.isThinking ? "thinking" : this.isYours() ? "yourTurn" : "toMove", { color });
    const count = game.moves.length;
    return game.at < count ? `${text} · ${say("looking", { at: game.at, count })}` : text;
  }

  isYours() {
    return this.settings.you === this.game.turn;
  }

  /** Whether the engine moves here of itself: it does not in a game that is looked through. */
  isEngines() {
    const { settings: { you }, game } = this;
    return you !== "both" && you !== game.turn && game.at === game.moves.length;
  }

  showButtons() {
    const { game, look } = this;
    const isOver = Boolean(look.result);
    find("first").disabled = find("back").disabled = game.at === 0;
    find("on").disabled = find("last").disabled = game.at === game.moves.length;
    find("undo").disabled = game.at === 0;
    find("move").disabled = isOver;
    find("move").textContent = say(this.isThinking ? "moveNow" : "engineMove");
    find("pass").hidden = isOver || this.isThinking || look.legal.size > 0;
  }

  showAnalysis() {
    const { report, settings, game } = this;
    if (!this.look) return;
    const candidates = settings.analysis ? report.candidates : [];
    const shown = candidates.find(({ point }) => point === this.chosen) ?? candidates[0];
    this.board.showCandidates(candidates, settings.line ? shown : undefined, game.turn);
    showShare(find("share"), candidates[0], game.turn);
    showCandidates(find("candidates"), candidates, shown?.point);
    find("found").hidden = !settings.analysis;
    find("table").hidden = candidates.length === 0;
    find("idle").hidden = candidates.length > 0;
    const count = report.positions.toLocaleString();
    find("positions").textContent = report.positions ? say("positions", { count }) : "";
  }

  // Settings

  /** Writes everything that depends on the settings and the language. */
  showSettings() {
    const { settings } = this;
    document.title = say("title");
    document.documentElement.dataset.theme = settings.theme;
    find("board").style.setProperty("--zoom", settings.zoom);
    for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
    for (const element of document.querySelectorAll("[data-name]")) {
      element.title = element.ariaLabel = say(element.dataset.name);
    }
    for (const id of ["you", "level", "seconds", "language", "theme"]) find(id).value = settings[id];
    for (const id of ["analysis", "line", "threats", "numbers"]) find(id).checked = settings[id];
    find("zoomOut").disabled = settings.zoom === ZOOMS[0];
    find("zoomIn").disabled = settings.zoom === ZOOMS.at(-1);
  }

  /** @param {Partial<typeof this.settings>} settings */
  set(settings) {
    Object.assign(this.settings, settings);
    saveSettings(this.settings);
    this.showSettings();
  }

  zoom(steps) {
    this.set({ zoom: ZOOMS[ZOOMS.indexOf(this.settings.zoom) + steps] });
  }

  setUpControls() {
    const option = (value, text = value) => new Option(text, value);
    find("level").append(...LEVELS.map((level) => option(level)));
    find("seconds").append(...SECONDS.map((seconds) => option(seconds)));
    const clicks = {
      first: () => this.goTo(0),
      back: () => this.goTo(this.game.at - 1),
      on: () => this.goTo(this.game.at + 1),
      last: () => this.goTo(this.game.moves.length),
      undo: () => this.undo(),
      move: () => this.askForMove(),
      pass: () => this.pass(),
      zoomIn: () => this.zoom(1),
      zoomOut: () => this.zoom(-1),
      newGame: () => this.askForRules(),
      save: () => this.start(this.save()),
      load: () => find("file").click(),
      link: () => this.copyLink(),
      cancel: () => find("rules").close(),
    };
    for (const id in clicks) find(id).addEventListener("click", clicks[id]);
    this.setUpSettings();
    this.setUpRules();
    this.setUpKeys(clicks);
    find("file").addEventListener("change", ({ target }) => {
      if (target.files.length) this.start(this.load(target.files[0]));
      target.value = "";
    });
    find("moves").addEventListener("click", ({ target }) => {
      const button = target.closest("[data-to]");
      if (button) this.goTo(Number(button.dataset.to));
    });
    const choose = ({ target }) => {
      this.chosen = target.closest("tr")?.dataset.point ?? "";
      this.showAnalysis();
    };
    for (const event of ["pointerover", "focusin"]) find("candidates").addEventListener(event, choose);
    find("candidates").addEventListener("click", ({ target }) => {
      if (target.matches("button")) this.onPoint(target.textContent);
    });
  }

  setUpSettings() {
    const change = (id, read, act) => find(id).addEventListener("change", ({ target }) => {
      this.set({ [id]: read(target) });
      act?.();
    });
    const again = () => this.start(this.update());
    change("you", ({ value }) => value, again);
    change("level", ({ value }) => Number(value));
    change("seconds", ({ value }) => Number(value));
    change("analysis", ({ checked }) => checked, () => this.isThinking ? this.showAnalysis() : again());
    for (const id of ["line", "threats", "numbers"]) change(id, ({ checked }) => checked, () => this.show());
    change("theme", ({ value }) => value);
    change("language", ({ value }) => value, () => {
      speak(this.settings.language || navigator.language);
      this.showSettings();
      this.start(this.update(true));
    });
  }

  // A new game

  askForRules() {
    const { rules } = this.game;
    for (const id of ["width", "height", "winLength"]) find(id).value = rules[id];
    find("rule").replaceChildren(...RULES.map((rule) => new Option(say(rule), rule)));
    find("rule").value = rules.rule;
    find("badRules").textContent = "";
    find("rules").showModal();
  }

  setUpRules() {
    find("rules").addEventListener("submit", (event) => {
      const rules = { rule: find("rule").value };
      for (const id of ["width", "height", "winLength"]) rules[id] = find(id).valueAsNumber;
      if (isGame(rules)) {
        this.notify("");
        this.start(this.open(new Game(rules)));
      } else {
        event.preventDefault();
        find("badRules").textContent = say("badRules");
      }
    });
  }

  setUpKeys({ first, back, on, last, undo, move }) {
    const toggle = (id) => () => find(id).click();
    const keys = {
      ArrowLeft: back, ArrowRight: on, Home: first, End: last, z: undo, m: move,
      a: toggle("analysis"), t: toggle("threats"), n: toggle("numbers"),
    };
    document.addEventListener("keydown", (event) => {
      const isElsewhere = event.target.closest("input:not([type=checkbox]), select, dialog");
      const act = keys[event.key];
      if (!act || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    });
  }
}

new Page();
