import { make } from '../dom.ts';

/** From the pointer to the box. */
const gap = 14;

/** The one box of a chart that says what is under the pointer; what it says is said to screen readers elsewhere. */
export class Tooltip {
  readonly #frame: HTMLElement;
  readonly #box = make('div', { class: 'tip', 'aria-hidden': 'true', hidden: true });

  constructor(frame: HTMLElement) {
    this.#frame = frame;
  }

  /** At a point of the frame, in CSS pixels; turned around where it would not fit. */
  show(x: number, y: number, ...content: readonly (Node | string)[]): void {
    this.#box.replaceChildren(...content);
    if (this.#box.parentElement !== this.#frame) this.#frame.append(this.#box);
    this.#box.hidden = false;
    const { width, height } = this.#box.getBoundingClientRect();
    const left = x + gap + width > this.#frame.clientWidth ? x - gap - width : x + gap;
    const top = Math.max(0, Math.min(y - height / 2, this.#frame.clientHeight - height));
    this.#box.style.transform = `translate(${Math.max(0, Math.round(left))}px, ${Math.round(top)}px)`;
  }

  hide(): void {
    this.#box.hidden = true;
  }
}

/** A line of the box: what, how much. */
export function tipLine(what: string | Node, figure: string | Node): HTMLElement {
  return make('p', {}, make('span', {}, what), make('span', {}, figure));
}
