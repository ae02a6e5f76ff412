// @ts-check
/**
 * "Try it" on the reference: adds a form to each operation, filled from the served OpenAPI document when it is first
 * opened. The key stays in this tab (sessionStorage) and is sent to this server only. Nothing is written as markup,
 * only as text.
 */

import { make } from './try-dom.js';
import { makeForm } from './try-form.js';
import { loadDocument, readOperation } from './try-operation.js';

for (const entry of document.querySelectorAll('section.entry[data-operation]'))
  if (entry instanceof HTMLElement) addButton(entry, entry.dataset['operation'] ?? '');

/** @param {HTMLElement} entry @param {string} operationId */
function addButton(entry, operationId) {
  const button = make(
    'button',
    {
      type: 'button',
      class: 'try-open',
      'aria-expanded': 'false',
      'aria-label': `Try it: ${entry.dataset['title'] ?? operationId}`,
    },
    'Try it',
  );
  const place = make('div', { class: 'try' }, button);
  button.addEventListener('click', () => void openOrClose(place, button, operationId, entry.dataset['body']));
  entry.append(place);
}

/**
 * @param {HTMLElement} place @param {HTMLButtonElement} button @param {string} operationId @param {string | undefined}
 * body What the page shows as the request.
 */
async function openOrClose(place, button, operationId, body) {
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
    const operation = readOperation(await loadDocument(), operationId, body);
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
