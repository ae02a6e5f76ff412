// @ts-check
/** Elements and loosely typed data, for the scripts of "Try it". */

/** @typedef {Readonly<Record<string, unknown>>} Data */

/**
 * @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {Readonly<Record<string, string>>} attributes
 * @param {...(Node | string)} children
 */
export function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** @param {string} text @returns {unknown} */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {Data} */
export function recordOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** @param {unknown} value @returns {readonly unknown[]} */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** @param {unknown} value */
export function textOf(value) {
  return typeof value === 'string' ? value : '';
}
