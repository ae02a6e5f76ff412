// @ts-check
/** Elements, and data of which nothing is taken for granted. */

/** @typedef {Readonly<Record<string, unknown>>} Data */

/**
 * An element with its children; texts become text nodes, whatever stands in them.
 * @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {Readonly<Record<string, string>>} attributes
 * @param {...(Node | string | undefined)} children
 */
export function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** @param {unknown} value @returns {Data} */
export function recordOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** @param {unknown} value @returns {readonly Data[]} */
export function recordsOf(value) {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

/** The value as a text; undefined for what is none. @param {unknown} value @returns {string | undefined} */
export function textOf(value) {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** An object; undefined where the text is none. @param {unknown} text @returns {Data | undefined} */
export function parsed(text) {
  if (typeof text !== 'string') return undefined;
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
