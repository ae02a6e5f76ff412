/** What an attribute may be: absent when undefined or false, empty when true. */
type Attribute = string | number | boolean | undefined;
type Child = Node | string | undefined | false;

/** A new element: attributes as in markup, children as nodes or texts. Never markup from texts. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  for (const child of children) if (child !== undefined && child !== false) made.append(child);
  return made;
}

/** A new element of a drawing. */
export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(made, attributes);
  for (const child of children) if (child !== undefined && child !== false) made.append(child);
  return made;
}

/** Sets, or takes away what is undefined or false. */
function setAttributes(element: Element, attributes: Readonly<Record<string, Attribute>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** The element of an id, of the type it must be. Throws when the shell and the code have parted. */
export function get<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no #${id} of type ${type.name}`);
}

/** Words for those who do not see the sign beside them. */
export function hidden(texts: string): HTMLElement {
  return make('span', { class: 'sr' }, texts);
}

/** The colour a custom property has now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
