import { ask, isAborted } from './api.ts';
import type { Place, PlacesAnswer } from './answers.ts';
import { get, make } from './dom.ts';
import { countryName } from './format.ts';

/** After the last letter, before asking. */
const typingMs = 160;
const optionsMax = 8;

/** A place as the filters know it. */
export interface ChosenPlace {
  readonly code: string;
  readonly name: string;
}

/** A type-ahead over places: the pattern of a combobox with a list (WAI-ARIA). */
export class PlaceField {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  readonly #clear: HTMLButtonElement;
  readonly #kinds: readonly string[];
  readonly #choose: (place: ChosenPlace | undefined) => void;
  #options: readonly ChosenPlace[] = [];
  readonly #placeholder: string;
  #active = -1;
  #chosen: ChosenPlace | undefined;
  #timer = 0;
  /** Enter came before the list did: the first place found is meant. */
  #isHasty = false;
  #pending: AbortController | undefined;

  /** `choose` is called with undefined when the field was emptied. */
  constructor(id: string, kinds: readonly ('city' | 'country')[], choose: (place: ChosenPlace | undefined) => void) {
    this.#input = get(id, HTMLInputElement);
    this.#list = get(`${id}-list`, HTMLUListElement);
    this.#clear = get(`${id}-clear`, HTMLButtonElement);
    this.#placeholder = this.#input.placeholder;
    this.#kinds = kinds;
    this.#choose = choose;
    this.#input.addEventListener('input', () => this.#typed());
    this.#input.addEventListener('keydown', (event) => this.#pressed(event));
    this.#input.addEventListener('focus', () => this.#input.select());
    this.#input.addEventListener('blur', () => this.#left());
    this.#clear.addEventListener('click', () => {
      this.#input.focus();
      this.#take(undefined);
    });
    // The list must not take the focus away from the field before the click is heard.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
  }

  /** Shows what is chosen elsewhere. */
  show(place: ChosenPlace | undefined): void {
    this.#chosen = place;
    this.#clear.hidden = place === undefined;
    if (document.activeElement !== this.#input || this.#input.value === '' || place !== undefined)
      this.#input.value = place?.name ?? '';
  }

  #typed(): void {
    this.#isHasty = false;
    clearTimeout(this.#timer);
    this.#pending?.abort();
    const text = this.#input.value.trim();
    if (text === '') this.#close();
    else this.#timer = window.setTimeout(() => void this.#find(text), typingMs);
  }

  async #find(text: string): Promise<void> {
    const pending = new AbortController();
    this.#pending = pending;
    try {
      const query = new URLSearchParams({ query: text, types: this.#kinds.join(','), limit: String(optionsMax) });
      const { places } = await ask<PlacesAnswer>(`/v1/places?${query}`, undefined, pending.signal);
      this.#open(places);
    } catch (error) {
      // The filters' own requests say what is wrong; a type-ahead only closes.
      if (!isAborted(error)) this.#close();
    }
  }

  #open(places: readonly Place[]): void {
    const [best] = places;
    if (this.#isHasty && best?.code !== undefined) {
      this.#take({ code: best.code, name: best.name });
      return;
    }
    const found = places.flatMap((place) => (place.code === undefined ? [] : [{ place, code: place.code }]));
    this.#options = found.map(({ place, code }) => ({ code, name: place.name }));
    const items = found.map(({ place, code }, index) => {
      const item = make(
        'li',
        { role: 'option', id: `${this.#input.id}-option-${index}`, 'aria-selected': 'false' },
        make('span', {}, place.name),
        make('small', {}, place.type === 'country' ? 'Country' : `${countryName(place.country_code)} · ${code}`),
      );
      item.addEventListener('click', () => this.#take(this.#options[index]));
      return item;
    });
    this.#list.replaceChildren(
      ...(items.length > 0
        ? items
        : [
            make(
              'li',
              { class: 'none', role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' },
              'No place has that name',
            ),
          ]),
    );
    this.#list.hidden = false;
    this.#input.setAttribute('aria-expanded', 'true');
    this.#point(items.length > 0 ? 0 : -1);
  }

  #pressed(event: KeyboardEvent): void {
    const isOpen = !this.#list.hidden;
    if (event.key === 'Escape' && isOpen) this.#close();
    else if (event.key === 'ArrowDown' && isOpen) this.#point((this.#active + 1) % Math.max(1, this.#options.length));
    else if (event.key === 'ArrowUp' && isOpen)
      this.#point((this.#active - 1 + this.#options.length) % Math.max(1, this.#options.length));
    // Nothing has that name, and the list says so: what was typed stays to be mended.
    else if (event.key === 'Enter' && isOpen && this.#options.length === 0) this.#isHasty = false;
    else if (event.key === 'Enter' && isOpen) this.#take(this.#options[this.#active] ?? this.#chosen);
    else if (event.key === 'Enter' && this.#input.value.trim() === '') this.#take(undefined);
    else if (event.key === 'Enter') this.#isHasty = this.#input.value.trim() !== (this.#chosen?.name ?? '');
    else return;
    event.preventDefault();
  }

  #point(index: number): void {
    this.#active = index;
    [...this.#list.children].forEach((item, at) => {
      item.setAttribute('aria-selected', String(at === index));
      if (at === index) item.scrollIntoView({ block: 'nearest' });
    });
    if (index >= 0) this.#input.setAttribute('aria-activedescendant', `${this.#input.id}-option-${index}`);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #take(place: ChosenPlace | undefined): void {
    this.#close();
    this.#input.value = place?.name ?? '';
    if (place?.code !== this.#chosen?.code) this.#choose(place);
    this.show(place);
  }

  /** What was typed and not chosen is no place: the field goes back to what holds; an emptied field is emptied. */
  #left(): void {
    const typed = this.#input.value.trim();
    const isUnknown = !this.#list.hidden && this.#options.length === 0;
    this.#close();
    if (typed === '') this.#take(undefined);
    else this.#input.value = this.#chosen?.name ?? '';
    this.#input.placeholder = isUnknown && typed !== '' ? `No place is called “${typed}”` : this.#placeholder;
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#pending?.abort();
    this.#isHasty = false;
    this.#list.hidden = true;
    this.#options = [];
    this.#input.setAttribute('aria-expanded', 'false');
    this.#input.removeAttribute('aria-activedescendant');
  }
}
