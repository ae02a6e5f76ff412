// @ts-check
/** What cards share: amounts and times as the API says them, lists of facts, quotations, links. */
import { make, recordOf, textOf } from './dom.js';

/** @typedef {import('./dom.js').Data} Data */
/** @typedef {import('./host.js').Host} Host */

/** Handles and sealed tokens: letters, digits and a few marks. Nothing that could say anything to a model. */
const HANDLE = /^[\w.~-]{3,600}$/;

/** An amount as the API displays it; one in minor units (full detail) by its decimal places. Never a guess.
 * @param {unknown} amount @returns {string | undefined} */
export function amountOf(amount) {
  if (typeof amount === 'string') return amount;
  const { currency, decimal_places: decimals, ...rest } = recordOf(amount);
  const minor = rest['value'] ?? rest['amount'] ?? rest['total'];
  if (typeof minor !== 'number' || typeof currency !== 'string' || typeof decimals !== 'number') return undefined;
  return `${currency} ${(minor / 10 ** decimals).toFixed(decimals)}`;
}

/** A moment as a person reads it, in UTC as the API has it. @param {unknown} value @returns {string | undefined} */
export function momentOf(value) {
  const text = textOf(value);
  return text === undefined ? undefined : text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/, '$1 $2 UTC');
}

/** Names and values; those without a value are left out.
 * @param {readonly (readonly [string, string | Node | undefined])[]} rows */
export function facts(rows) {
  const told = rows.filter(([, value]) => value !== undefined);
  if (told.length === 0) return undefined;
  return make('dl', {}, ...told.map(([label, value]) => make('div', {}, make('dt', {}, label), make('dd', {}, value))));
}

/** Text that an agent, a guest or a supplier wrote, marked as theirs. @param {unknown} value */
export function quoted(value) {
  const text = textOf(value);
  return text === undefined ? undefined : make('blockquote', {}, `“${text}”`);
}

/** A value of any form, for rules in the contract's own notation. @param {unknown} value */
export function notation(value) {
  return make('code', {}, typeof value === 'string' ? value : JSON.stringify(value));
}

/** The page that only a person can go through: opened by the host, else its address to copy.
 * @param {Host} host @param {unknown} address @param {string} label */
export function pageLink({ openLink }, address, label) {
  const url = textOf(address);
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  if (openLink === undefined) return make('p', {}, `${label}: `, make('code', {}, url));
  const button = make('button', { type: 'button' }, label);
  button.addEventListener('click', () => openLink(url));
  return make('p', {}, button);
}

/** A button to choose by, in words of ours and an id of the API's; none where the host passes nothing on.
 * @param {Host} host @param {unknown} handle @param {string} what what is chosen, for who does not see the entry */
export function chooseButton({ say }, handle, what) {
  if (say === undefined || typeof handle !== 'string' || !HANDLE.test(handle)) return undefined;
  const button = make('button', { type: 'button', 'aria-label': `Choose ${what}` }, 'Choose');
  button.addEventListener('click', () => {
    say(`I choose ${handle}. Add it to the trip.`);
    button.disabled = true;
    button.textContent = 'Chosen';
    button.setAttribute('aria-label', `Chosen: ${what}`);
  });
  return button;
}

/** What of a long answer is not here. @param {Data} data @param {string} list */
export function leftOut({ not_shown: lists }, list) {
  for (const entry of Array.isArray(lists) ? lists.map(recordOf) : [])
    if (entry['what'] === list)
      return make('p', { class: 'quiet' }, `${String(entry['shown'])} of ${String(entry['of'])} are shown.`);
  return undefined;
}
