"use strict";
for (const game of document.querySelectorAll("section.game")) {
  const positions = JSON.parse(game.querySelector("script").textContent);
  const board = game.querySelector(".board svg");
  const [margin, cell] = board.dataset.origin.split(" ").map(Number);
  const stones = [...board.querySelectorAll("[data-n]")];
  const controls = game.querySelector(".controls");
  const shown = controls.querySelector("output");
  const wanted = controls.querySelector("input");
  const said = game.querySelector(".said");
  const cursor = game.querySelector(".now");
  const last = positions.length - 1;
  const svg = (name, attributes, parent) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    parent.append(element);
    return element;
  };
  const layer = svg("g", {}, board);
  const place = ([x, y]) => [margin + cell * x, margin + cell * y];
  let now = last;
  const show = (to) => {
    now = Math.max(0, Math.min(last, to));
    for (const stone of stones) stone.style.display = stone.dataset.n <= now ? "" : "none";
    layer.replaceChildren();
    const position = positions[now];
    if (position.point) {
      const [cx, cy] = place(position.point);
      svg("circle", { cx, cy, r: 11, fill: "none", stroke: "#d62728", "stroke-width": 2.5 }, layer);
    }
    if (wanted.checked) {
      let black = position.black;
      position.line.forEach((point, index) => {
        const [cx, cy] = place(point);
        const group = svg("g", { opacity: 0.55 }, layer);
        svg("circle", { cx, cy, r: 10, fill: black ? "#1b1b1b" : "#fbfbf8", stroke: "#2a6fdb", "stroke-width": 2 }, group);
        svg("text", { x: cx, y: cy + 4, "font-size": 11, "text-anchor": "middle", fill: black ? "#fff" : "#111" }, group)
          .textContent = index + 1;
        black = !black;
      });
    }
    shown.textContent = `move ${now} of ${last}`;
    said.textContent = position.said;
    const x = last ? now / last * 720 : 0;
    cursor.setAttribute("transform", `translate(${x} 0)`);
  };
  controls.hidden = said.hidden = false;
  cursor.style.visibility = "visible";
  controls.addEventListener("click", (event) => {
    const go = event.target.dataset.go;
    if (go) show({ first: 0, back: now - 1, on: now + 1, last }[go]);
  });
  wanted.addEventListener("change", () => show(now));
  for (const link of game.querySelectorAll("[data-to]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(Number(link.dataset.to));
    });
  }
  const keys = { ArrowLeft: () => now - 1, ArrowRight: () => now + 1, Home: () => 0, End: () => last };
  const step = (event) => {
    if (keys[event.key]) {
      event.preventDefault();
      show(keys[event.key]());
    }
  };
  game.tabIndex = 0;
  game.addEventListener("keydown", step);
  if (document.querySelectorAll("section.game").length === 1) {
    document.addEventListener("keydown", (event) => game.contains(event.target) || step(event));
  }
  show(last);
}
