// The page's side of the Worker that the engine runs in: questions in GTP, answers as promises.

/**
 * @typedef {object} Answer
 * @property {boolean} ok   whether the command was done
 * @property {string} text  what was answered, or why it was not done
 */

/** What was asked of an engine that broke down is rejected with this. */
export class EngineFailure extends Error {}

/** An engine that answers in order what it is asked. One that breaks down is begun anew when it is next asked. */
export class Engine {
  #worker = null;
  #tasks = new Map();
  #last = 0;
  #onFailure;

  /** @param {(why: string) => void} onFailure hears that the engine broke down */
  constructor(onFailure) {
    this.#onFailure = onFailure;
  }

  #begin() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url));
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => this.#fail(event.message ?? "the Worker cannot be started");
  }

  #hear({ id, text, done, error }) {
    const task = this.#tasks.get(id);
    if (error !== undefined) {
      this.#fail(error);
    } else if (done) {
      this.#tasks.delete(id);
      URL.revokeObjectURL(task.lease);
      task.resolve(task.text);
    } else {
      task.text += text;
      task.onText?.(text);
    }
  }

  #fail(why) {
    this.#worker.terminate();
    this.#worker = null;
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    for (const task of tasks) {
      URL.revokeObjectURL(task.lease);
      task.reject(new EngineFailure(why));
    }
    this.#onFailure(why);
  }

  #send(message, onText) {
    if (!this.#worker) this.#begin();
    const id = ++this.#last;
    const lease = URL.createObjectURL(new Blob());
    return new Promise((resolve, reject) => {
      this.#tasks.set(id, { text: "", lease, onText, resolve, reject });
      this.#worker.postMessage({ ...message, id, lease });
    });
  }

  /**
   * Asks for answers to commands.
   * @param {string[]} commands
   * @param {(piece: string) => void} [onText] hears the answers piece by piece
   * @returns {Promise<Answer[]>} an answer for each command
   */
  async ask(commands, onText) {
    const said = await this.#send({ lines: commands.join("\n") }, onText);
    return said.split("\n\n").slice(0, -1).map((answer) => ({
      ok: answer.startsWith("="),
      text: answer.slice(1).trim(),
    }));
  }

  /** Ends what was asked so far: a move is answered at once, an analysis ends. */
  stop() {
    for (const { lease } of this.#tasks.values()) URL.revokeObjectURL(lease);
  }

  /** @param {string} title @returns {Promise<string>} the empty board of the game in force as SVG */
  drawing(title) {
    return this.#send({ drawing: title });
  }

  /** @param {string} name @param {Uint8Array} bytes keeps a file for `loadsgf` */
  putFile(name, bytes) {
    return this.#send({ name, bytes });
  }
}
