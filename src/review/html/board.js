// A board that is drawn in SVG, and what is laid on it: stones and marks that change. Places are columns and
// rows, [column, row], from 0 at the upper left.

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * Adds an element of SVG.
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 */
export function draw(parent, name, attributes = {}) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  parent.append(element);
  return element;
}

/** The drawing of a board. */
export class Board {
  #margin;

  /** @param {SVGSVGElement} svg a drawing of the engine's, which says in `data-origin` where its lines are */
  constructor(svg) {
    this.svg = svg;
    [this.#margin, this.cell] = svg.dataset.origin.split(" ").map(Number);
  }

  /** Where a place lies in the drawing. @param {[number, number]} place */
  at([column, row]) {
    return [this.#margin + this.cell * column, this.#margin + this.cell * row];
  }

  /** A layer above what there is. @param {string} name its class */
  layer(name) {
    return draw(this.svg, "g", { class: name });
  }

  /** A stone with something written on it, or nothing. @param {Element} layer @param {boolean} isBlack */
  stone(layer, place, isBlack, text = "") {
    const [cx, cy] = this.at(place);
    const stone = draw(layer, "g");
    const [fill, ink] = isBlack ? ["#1b1b1b", "#fff"] : ["#fbfbf8", "#111"];
    draw(stone, "circle", { cx, cy, r: 11, fill, stroke: "#333", "stroke-width": 0.8 });
    if (text !== "") this.text(stone, place, text, { fill: ink });
    return stone;
  }

  /** Text in the middle of a place. */
  text(layer, place, text, attributes = {}) {
    const [x, y] = this.at(place);
    const size = `${text}`.length > 2 ? 9 : 11;
    const centred = { x, y: y + 4, "font-size": size, "text-anchor": "middle" };
    const element = draw(layer, "text", { ...centred, ...attributes });
    element.textContent = text;
    return element;
  }

  /** A circle around a place. @param {string} name its class */
  circle(layer, place, name, r = 11) {
    const [cx, cy] = this.at(place);
    return draw(layer, "circle", { cx, cy, r, class: name });
  }

  /** The square field of a place. @param {string} name its class */
  field(layer, place, name) {
    const [x, y] = this.at(place).map((middle) => middle - this.cell / 2);
    return draw(layer, "rect", { x, y, width: this.cell, height: this.cell, class: name });
  }

  /** A line of moves as faint stones with their numbers. @param {number} [from] the number of the first */
  line(layer, places, isBlack, from = 1) {
    const line = draw(layer, "g", { class: "line" });
    places.forEach((place, index) => this.stone(line, place, isBlack === (index % 2 === 0), from + index));
  }
}
