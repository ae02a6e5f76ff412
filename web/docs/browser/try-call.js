// @ts-check
/** The call that a form describes, and what is wrong with it before it is sent. */

/** @import { Operation } from './try-operation.js' */
/** @import { Trial } from './try-send.js' */
/** @typedef {{ url: string, method: string, headers: Record<string, string>, body: string | undefined }} Call */

import { textOf } from './try-dom.js';

/** @param {Operation} operation @param {HTMLFormElement} form @returns {Call} */
export function callOf(operation, form) {
  const given = new FormData(form);
  /** @param {string} name */
  const sent = (name) => textOf(given.get(name)).trim();
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (whole, /** @type {string} */ name) => encodeURIComponent(sent(`path:${name}`)) || whole,
  );
  const query = operation.parameters
    .filter(({ place, name }) => place === 'query' && sent(`query:${name}`) !== '')
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(sent(`query:${name}`))}`);
  const [key, idempotency] = [sent('key'), sent('idempotency')];
  const body = operation.body === undefined ? undefined : textOf(given.get('body'));
  return {
    url: `${location.origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    method: operation.method,
    body,
    // Operations that can stream answer whole to who asks for JSON.
    headers: {
      Accept: 'application/json',
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
      ...(idempotency ? { 'Idempotency-Key': idempotency } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
  };
}

/**
 * What is wrong with a form before anything is sent. @param {Trial} trial @returns {{ control: string, problem: string
 * } | undefined}
 */
export function findProblem({ operation, form }) {
  const given = new FormData(form);
  const missing = operation.parameters.find(
    ({ name, place, isRequired }) => isRequired && textOf(given.get(`${place}:${name}`)).trim() === '',
  );
  if (missing)
    return {
      control: `${missing.place}:${missing.name}`,
      problem: `${missing.name} is needed${missing.place === 'path' ? ': it stands in the path' : ''}.`,
    };
  for (const [control, label] of [
    ['key', 'The key'],
    ['idempotency', 'The Idempotency-Key'],
  ]) {
    if (control && /[^\x20-\x7e]/.test(textOf(given.get(control))))
      return { control, problem: `${label} holds characters that no header can carry.` };
  }
  if (operation.body === undefined) return undefined;
  try {
    JSON.parse(textOf(given.get('body')) || '{}');
    return undefined;
  } catch (error) {
    return {
      control: 'body',
      problem: `The body is not JSON: ${error instanceof Error ? error.message : String(error)}. Nothing was sent.`,
    };
  }
}
