// The benchmark in node: node tests/web/bench.mjs lianzhu.wasm [DEPTH] says what `lianzhu bench` says at its end.

import { readFile } from "node:fs/promises";

const [path, depth = "7"] = process.argv.slice(2);
const text = (at, length) => new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, at, length));
const { instance } = await WebAssembly.instantiate(await readFile(path), {
  lianzhu: {
    now: () => performance.now(),
    stopped: () => 0,
    say: (at, length) => process.stdout.write(text(at, length)),
    fail: (at, length) => process.stderr.write(text(at, length) + "\n"),
  },
});
instance.exports.start(1);
instance.exports.bench(Number(depth));
