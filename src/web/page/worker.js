// The engine, in a Worker of its own: whatever it thinks about, the page goes on.
//
// Messages in, in the order in which they are answered:
//   {id, lines, lease}   lines of GTP to be answered
//   {id, name, bytes}    a file to be kept
//   {id, drawing}        asks for the empty board as SVG, with this title
// Messages out, for each of them: any number of {id, text}, then {id, done: true}, or {id, error} if the
// engine has broken down and can answer nothing any more.
//
// While it answers, a Worker hears no messages. It is stopped by its lease: a blob: URL that the page
// revokes, and that is looked up now and then. Other than shared memory this needs no special headers.

"use strict";

/** How often the lease is looked up, in milliseconds. */
const GLANCE = 50;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What is being answered. */
let task = { id: 0 };
let failure = "";

const text = (at, length) => decoder.decode(new Uint8Array(engine.memory.buffer, at, length));

const isRevoked = (lease) => {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", lease, false);
    request.send();
    return false;
  } catch {
    return true;
  }
};

const isStopped = () => {
  const now = performance.now();
  if (!task.isStopped && task.lease && now >= task.look) {
    task.isStopped = isRevoked(task.lease);
    task.look = performance.now() + GLANCE;
  }
  return task.isStopped;
};

const imports = {
  lianzhu: {
    now: () => performance.now(),
    stopped: () => Number(isStopped()),
    say: (at, length) => postMessage({ id: task.id, text: text(at, length) }),
    fail: (at, length) => { failure = text(at, length); },
  },
};

let engine;
const loaded = load();

async function load() {
  const response = await fetch("lianzhu.wasm");
  if (!response.ok) throw new Error(`lianzhu.wasm: ${response.status} ${response.statusText}`);
  // Not all servers know the type that instantiateStreaming asks for.
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  engine = instance.exports;
  engine.start(crypto.getRandomValues(new Uint32Array(1))[0]);
}

const write = (...parts) => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let at = engine.input(length);
  for (const part of parts) {
    new Uint8Array(engine.memory.buffer, at, part.length).set(part);
    at += part.length;
  }
};

const answer = ({ lines, name, bytes, drawing }) => {
  if (lines !== undefined) {
    write(encoder.encode(lines));
    engine.answer();
  } else if (name !== undefined) {
    const title = encoder.encode(name);
    write(title, bytes);
    engine.put_file(title.length);
  } else {
    write(encoder.encode(drawing));
    engine.board();
  }
};

onmessage = async ({ data }) => {
  try {
    await loaded;
    task = { ...data, look: performance.now() + GLANCE };
    answer(data);
    postMessage({ id: data.id, done: true });
  } catch (error) {
    postMessage({ id: data.id, error: failure || String(error) });
  }
};
