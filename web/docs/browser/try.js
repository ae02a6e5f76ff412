// @ts-check
/**
 * "Try it" on the reference: adds a form to each operation, filled from the served OpenAPI document when it is first
 * opened. The key stays in this tab (sessionStorage) and is sent to this server only. Nothing is written as markup,
 * only as text.
 */

import { make } from './try-dom.js';
import { makeForm } from './try-form.js';
import { loadDocument, readOperation } from './try-operation.js';

for (const entry of document.querySelectorAll('section.entry[aria-labelledby]'))
  addButton(entry, entry.getAttribute('aria-labelledby') ?? '');

/** @param {Element} entry @param {string} operationId */
function addButton(entry, operationId) {
  const title = entry.querySelector('h3')?.textContent ?? operationId;
  const button = make(
    'button',
    { type: 'button', class: 'try-open', 'aria-expanded': 'false', 'aria-label': `Try it: ${title}` },
    'Try it',
  );
  const place = make('div', { class: 'try' }, button);
  button.addEventListener('click', () => void openOrClose(place, button, operationId));
  entry.querySelector('pre')?.after(place);
}

/** @param {HTMLElement} place @param {HTMLButtonElement} button @param {string} operationId */
async function openOrClose(place, button, operationId) {
  const isOpen = button.getAttribute('aria-expanded') === 'true';
  button.setAttribute('aria-expanded', String(!isOpen));
  const form = place.querySelector('form');
  if (form) {
    form.hidden = isOpen;
    return;
  }
  if (isOpen) return;
  place.querySelector('.try-problem')?.remove();
  try {
    const operation = readOperation(await loadDocument(), operationId);
    // Two quick presses both come here: the first makes the form.
    if (!place.querySelector('form')) place.append(makeForm(operation));
  } catch {
    button.setAttribute('aria-expanded', 'false');
    place.append(
      make(
        'p',
        { class: 'try-problem', role: 'alert' },
        'The description of this operation could not be loaded. Is the server running?',
      ),
    );
  }
}
