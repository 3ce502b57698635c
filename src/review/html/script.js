for (const game of document.querySelectorAll("section.game")) {
  const positions = JSON.parse(game.querySelector("script").textContent);
  const board = new Board(game.querySelector(".board svg"));
  const stones = [...board.svg.querySelectorAll("[data-n]")];
  const controls = game.querySelector(".controls");
  const shown = controls.querySelector("output");
  const wanted = controls.querySelector("input");
  const said = game.querySelector(".said");
  const cursor = game.querySelector(".now");
  const last = positions.length - 1;
  const layer = board.layer("marks");
  let now = last;
  const show = (to) => {
    now = Math.max(0, Math.min(last, to));
    for (const stone of stones) stone.style.display = stone.dataset.n <= now ? "" : "none";
    layer.replaceChildren();
    const position = positions[now];
    if (position.point) board.circle(layer, position.point, "last");
    if (wanted.checked) board.line(layer, position.line, position.black);
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
