// The pages in a real browser: node tests/web/page.mjs PAGE REVIEW PICTURES, with the folder that `.ci/page` made, a
// review that `lianzhu analyse --html` made, and a folder for screenshots. CHROMIUM is the path of the browser, PLAYWRIGHT the
// folder that playwright-core is installed in.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

import { serve } from "./server.mjs";

const [folder, review, pictures] = process.argv.slice(2).map((path) => resolve(path));
const { PLAYWRIGHT, CHROMIUM } = process.env;
const { chromium } = createRequire(join(resolve(PLAYWRIGHT), "/"))("playwright-core");

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

/** What a person may wait for, on a machine that others use, too. */
const PATIENCE = 60_000;

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 400, height: 800 };

let server;
let browser;

before(async () => {
  server = await serve(folder);
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A visit of the page, which may have nothing to complain of. */
async function visit({ link = "", viewport = WIDE, colorScheme = "light", locale = "en-GB", touch = false } = {}, act) {
  const context = await browser.newContext({ viewport, colorScheme, locale, hasTouch: touch, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  try {
    await page.goto(server.address + (link && `#${link}`));
    await page.locator(".cell").first().waitFor();
    await act(page);
    assert.deepEqual(complaints, []);
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(isWider, false, "the page is wider than the window");
  } finally {
    await context.close();
  }
}

const cell = (page, point) => page.locator(`[data-point="${point}"].cell`);
const status = (page) => page.locator("#status");
const moves = (page) => page.locator("#moves li");
const name = (page, point) => cell(page, point).getAttribute("aria-label");

/** Waits until the status says this. */
const says = (page, text) => status(page).filter({ hasText: text }).waitFor();

/** Waits until something holds. */
async function until(page, holds) {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(Date.now() < end, "waited in vain");
    await page.waitForTimeout(50);
  }
}

async function picture(page, title) {
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${title}.png`), fullPage: true });
}

/** A game of renju, and one without a forced win, which is searched for long. */
const RENJU = "size=15x15&win=5&rule=renju&moves=h8h9j8l11k9f5j7e12";
const QUIET = "size=15x15&win=5&rule=freestyle&moves=h8h9";

/** White has the move, and Black four of a row but one. */
const ROW = "size=15x15&win=5&rule=freestyle&moves=h8a1j8a3k8c1l8";

test("a game against level 1 is played to its end", () => visit({}, async (page) => {
  await page.selectOption("#level", "1");
  // Whoever completes four rows of three by turns wins against level 1, or loses: either ends the game.
  for (let number = 0; number < 113; number += 1) {
    await until(page, async () => !(await status(page).textContent()).includes("thinking"));
    if (/wins|draw/.test(await status(page).textContent())) break;
    const count = await moves(page).count();
    // The best move that an analysis would name is asked for: the game ends soon.
    if (number % 2) {
      await page.click("#move");
    } else {
      const free = page.locator('.cell[aria-label$="empty"]');
      await free.nth(Math.floor((await free.count()) / 2)).click();
    }
    await until(page, async () => (await moves(page).count()) > count);
  }
  assert.match(await status(page).textContent(), /^(Black|White) wins$/);
  assert.ok(await page.locator("circle.row").count() >= 5);
  assert.equal(await page.locator("#move").isDisabled(), true);
  await cell(page, "A15").click();
  await page.getByText("The game is over.").waitFor();
  await picture(page, "won");
}));

test("a move is searched, and can be hurried", () => visit({}, async (page) => {
  await page.selectOption("#level", "10");
  await page.selectOption("#seconds", "0.5");
  await cell(page, "H8").click();
  await says(page, "thinking");
  await until(page, async () => (await moves(page).count()) === 2);
  assert.equal(await name(page, "H8"), "H8, Black, move 1");
  // What is not hurried takes longer than is waited for.
  await page.evaluate(() => { document.querySelector("#seconds option:last-child").value = 600; });
  await page.selectOption("#seconds", "600");
  await cell(page, "A1").click();
  await says(page, "thinking");
  await cell(page, "A2").click();
  await page.getByText("It is not your turn").waitFor();
  assert.equal(await page.locator("#move").textContent(), "Move now");
  await page.click("#move");
  await until(page, async () => (await moves(page).count()) === 4);
}));

test("an analysis starts, changes, and stops", () => visit({ link: QUIET }, async (page) => {
  await page.check("#analysis");
  const depth = async () => Number(await page.locator("#candidates td:nth-child(3)").first().textContent());
  await page.locator("#candidates tr").nth(2).waitFor();
  const before = await depth();
  const searched = await page.locator("#positions").textContent();
  await until(page, async () => (await depth()) > before && (await page.locator("#positions").textContent()) !== searched);
  assert.ok(await page.locator("circle.candidate").count() > 1);
  assert.ok(await page.locator("g.line circle").count() > 0);
  assert.match(await page.locator("#share").textContent(), /Black \d+ %, White \d+ %/);
  // The page is never held up: a move on the board ends it, and it begins anew.
  await cell(page, "A1").click();
  await until(page, async () => (await moves(page).count()) === 3);
  await page.locator("#candidates tr").nth(2).waitFor();
  await page.uncheck("#analysis");
  await page.locator("#found").waitFor({ state: "hidden" });
  assert.equal(await page.locator("circle.candidate").count(), 0);
  await page.click("#back");
  await until(page, async () => (await status(page).textContent()).includes("after move 2 of 3"));
}));

test("a record that is saved is the one that is loaded", () => visit({ link: RENJU }, async (page) => {
  await page.click("#back");
  const saved = page.waitForEvent("download");
  await page.click("#save");
  const text = await readFile(await (await saved).path(), "utf8");
  assert.match(text, /GM\[4\].*SZ\[15\]RU\[renju\]NR\[5\]\n;B\[hh\];W\[hg\]/);
  const open = (text) =>
    page.setInputFiles("#file", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(text) });
  await page.click("#newGame");
  await page.fill("#width", "9");
  await page.fill("#height", "7");
  await page.fill("#winLength", "4");
  await page.selectOption("#rule", "caro");
  await page.click("#begin");
  await page.getByText("4 in a row, caro, 9×7").waitFor();
  assert.equal(await page.locator(".cell").count(), 63);
  await open(text);
  await page.getByText("5 in a row, renju, 15×15").waitFor();
  await until(page, async () => (await page.evaluate(() => location.hash)) === `#${RENJU}`);
  await open("no record");
  await page.getByText("The file cannot be used").waitFor();
  assert.equal(await moves(page).count(), 8);
  await page.evaluate(() => { File.prototype.arrayBuffer = async () => { throw new DOMException("it is gone"); }; });
  await open(text);
  await page.getByText("The file cannot be used: it is gone").waitFor();
  await says(page, "to move");
}));

test("a link holds the position, and a reload loses nothing", async () => {
  const link = `${RENJU}&at=5`;
  await visit({ link }, async (page) => {
    assert.equal(await page.locator("#moves [aria-current]").getAttribute("aria-label"), "Move 5: Black K9");
    await cell(page, "C3").click();
    await until(page, async () => (await moves(page).count()) === 6);
    const address = await page.evaluate(() => location.href);
    await page.reload();
    await until(page, async () => (await moves(page).count()) === 6);
    assert.equal(await page.evaluate(() => location.href), address);
    assert.equal(await page.locator("#you").inputValue(), "both");
    // Without the address it is the game of the last visit.
    await page.goto("about:blank");
    await page.goto(server.address);
    await until(page, async () => (await moves(page).count()) === 6);
  });
  const setUp = "size=20x12&win=6&rule=exact&black=a1c3&white=t12&first=w&moves=b2.b3-c4&at=2";
  await visit({ link: setUp }, async (page) => {
    await until(page, async () => (await moves(page).count()) === 4);
    assert.equal(await page.evaluate(() => location.hash), `#${setUp}`);
    assert.equal(await name(page, "T12"), "T12, White");
    assert.equal(await name(page, "B3"), "B3, White, move 2");
  });
  for (const at of ["", "&at=1"]) {
    await visit({ link: `size=15x15&win=5&rule=freestyle&moves=h8h8${at}` }, async (page) => {
      await page.getByText("The link holds no game that can be played.").waitFor();
      assert.equal(await moves(page).count(), 0);
    });
  }
  for (const [at, means] of [["x", 2], ["1.5", 1], ["-1", 0]]) {
    await visit({ link: `${QUIET}&at=${at}` }, async (page) => {
      await until(page, async () => (await page.evaluate(() => location.hash)) === `#${QUIET}${means < 2 ? `&at=${means}` : ""}`);
    });
  }
});

test("what is chosen before the engine has looked is not lost, nor taken for another position", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  let load;
  const isAsked = new Promise((resolve) => { load = resolve; });
  let go;
  const isDue = new Promise((resolve) => { go = resolve; });
  await context.route("**/lianzhu.wasm", async (route) => { load(); await isDue; await route.continue(); });
  await page.goto(`${server.address}#size=20x12&win=5&rule=freestyle&moves=h8`);
  await isAsked;
  for (const id of ["threats", "numbers", "line", "analysis"]) await page.locator(`#${id}`).click();
  await page.selectOption("#you", "b");
  await page.selectOption("#you", "both");
  go();
  await page.locator(".cell").first().waitFor();
  assert.equal(await page.locator(".cell").count(), 240);
  await until(page, async () => (await moves(page).count()) === 1);
  await page.uncheck("#analysis");
  await page.selectOption("#you", "b");
  await until(page, async () => (await moves(page).count()) === 2);
  // Two clicks in one moment: the second comes before the first is seen, and it is not Black's turn.
  await says(page, "your turn");
  await page.selectOption("#seconds", "0.5");
  await page.evaluate(() => {
    const click = (point) => document.querySelector(`[data-point="${point}"].cell`)
      .dispatchEvent(new MouseEvent("click", { bubbles: true }));
    click("A1");
    click("T12");
  });
  await until(page, async () => (await moves(page).count()) === 4);
  assert.equal(await name(page, "T12"), "T12, empty");
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a game that has just been won is over, even for what is asked in the same moment", () => visit({ link: ROW }, async (page) => {
  await page.locator("#undo").click();
  await until(page, async () => (await moves(page).count()) === 6);
  for (const point of ["L8", "C4"]) {
    const count = await moves(page).count();
    await cell(page, point).click();
    await until(page, async () => (await moves(page).count()) > count);
  }
  await page.evaluate(() => {
    document.querySelector('[data-point="G8"].cell').dispatchEvent(new MouseEvent("click", { bubbles: true }));
    document.querySelector("#move").click();
  });
  await says(page, "Black wins");
  assert.equal(await moves(page).count(), 9);
}));

test("keys with Alt, Ctrl or Meta are the browser's", () => visit({}, async (page) => {
  await cell(page, "H8").focus();
  for (const key of ["Alt", "Control", "Meta"]) {
    const isLeft = await cell(page, "H8").evaluate((element, key) => element.dispatchEvent(new KeyboardEvent("keydown", {
      key: "ArrowUp", bubbles: true, cancelable: true,
      altKey: key === "Alt", ctrlKey: key === "Control", metaKey: key === "Meta",
    })), key);
    assert.ok(isLeft, key);
  }
  assert.equal(await page.evaluate(() => document.activeElement.dataset.point), "H8");
}));

test("what may not be played is explained", () => visit({ link: "size=15x15&win=5&rule=renju&black=g8j8h7h9&white=a1a15c1&first=b" }, async (page) => {
  await cell(page, "H8").click();
  await page.getByText("H8 is forbidden to Black: a double-three.").waitFor();
  await cell(page, "G8").click();
  await page.getByText("G8 is occupied.").waitFor();
  await page.check("#threats");
  await page.locator("rect.threat").first().waitFor();
  assert.equal(await page.locator("rect.forbidden").count(), 1);
}));

test("moves are gone through, taken back and played from the keyboard", () => visit({ link: ROW }, async (page) => {
  await page.locator("body").press("Home");
  await says(page, "after move 0 of 7");
  await page.locator("body").press("ArrowRight");
  await says(page, "after move 1 of 7");
  await page.getByRole("button", { name: "Move 6: White C1" }).click();
  await says(page, "after move 6 of 7");
  await page.locator("body").press("z");
  await until(page, async () => (await moves(page).count()) === 5);
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.point), "H9");
  await page.keyboard.press("Enter");
  await until(page, async () => (await name(page, "H9")) === "H9, White, move 6");
  for (const point of ["L8", "B5", "G8"]) {
    const count = await moves(page).count();
    await page.getByRole("gridcell", { name: `${point}, empty` }).click();
    await until(page, async () => (await moves(page).count()) > count);
  }
  await says(page, "Black wins");
  assert.equal(await page.locator("circle.row").count(), 5);
}));

test("engines play each other while the reader looks on", () => visit({ link: "size=3x3&win=3&rule=freestyle" }, async (page) => {
  await page.selectOption("#level", "10");
  await page.selectOption("#you", "none");
  await says(page, "A draw");
  assert.equal(await moves(page).count(), 9);
}));

test("a large board on a small screen can be enlarged and touched", () =>
  visit({ link: "size=52x52&win=5&rule=freestyle", viewport: NARROW, touch: true }, async (page) => {
    const width = async () => (await cell(page, "AA26").boundingBox()).width;
    const before = await width();
    while (await page.locator("#zoomIn").isEnabled()) await page.click("#zoomIn");
    assert.ok(await width() > 3 * before);
    await page.selectOption("#you", "both");
    await cell(page, "BB52").tap();
    await until(page, async () => (await name(page, "BB52")) === "BB52, Black, move 1");
  }));

test("it speaks Chinese where the browser does", () => visit({ locale: "zh-CN" }, async (page) => {
  await says(page, "轮到黑棋");
  assert.equal(await page.getAttribute("html", "lang"), "zh");
  assert.equal(await name(page, "H8"), "H8，空");
  await page.selectOption("#language", "en");
  await says(page, "Black to move: your turn");
}));

test("opened as a file it says why it cannot run", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`file://${folder}/index.html`);
  await page.getByText("Browsers do not let a page that is opened as a file").waitFor();
  await context.close();
});

test("an engine that cannot be loaded is told of, and begun anew when there is one", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await context.route("**/lianzhu.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto(server.address);
  await page.getByText("started again when it is next needed: Error: lianzhu.wasm: 404").waitFor();
  await context.unroute("**/lianzhu.wasm");
  await page.evaluate(() => { location.hash = "size=5x5&win=4&rule=exact&moves=c3"; });
  await page.locator(".cell").first().waitFor();
  assert.equal(await page.locator(".cell").count(), 25);
  await context.close();
});

test("a review is stepped through on the same board", async () => {
  const context = await browser.newContext({ viewport: WIDE });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`file://${review}`);
  const stones = page.locator(".board [data-n]");
  const shown = async () => (await stones.evaluateAll((all) => all.filter((stone) => !stone.style.display))).length;
  const all = await stones.count();
  assert.equal(await shown(), all);
  await page.getByTitle("back (Left)").click();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shown(), all - 2);
  assert.equal(await page.locator(".board circle.last").count(), 1);
  assert.ok(await page.locator(".board g.line circle").count() > 0);
  await picture(page, "review");
  assert.deepEqual(complaints, []);
  await context.close();
});

test("it can be looked at: wide, narrow, dark", async () => {
  for (const [title, options] of [
    ["wide", {}],
    ["narrow", { viewport: NARROW }],
    ["dark", { colorScheme: "dark" }],
    ["narrow-dark-chinese", { viewport: NARROW, colorScheme: "dark", locale: "zh-CN" }],
  ]) {
    await visit({ ...options, link: title === "wide" ? RENJU : QUIET }, async (page) => {
      await page.check("#analysis");
      if (title === "dark") await page.check("#numbers");
      if (title === "wide") await page.check("#threats");
      await page.locator("#candidates tr").nth(3).waitFor();
      const depth = async () => Number(await page.locator("#candidates td:nth-child(3)").first().textContent());
      await until(page, async () => (await depth()) > 6);
      await picture(page, title);
    });
  }
});
