import { ApiFailure, ask, forgetAnswers, isAborted } from './api.ts';
import { findFormToken, findKey, hasCredential, keepKey } from './credential.ts';
import { get } from './dom.ts';
import { Explorer } from './explorer.ts';
import { describe } from './notices.ts';

/** Keys are letters, digits and underscores; anything else cannot even be sent. */
const KEY = /^[\x21-\x7e]{8,200}$/;

const access = get('access', HTMLFormElement);
const keyField = get('key', HTMLInputElement);
const problem = get('key-problem', HTMLElement);
const explorerFrame = get('explorer', HTMLElement);
const forget = document.getElementById('forget-key');
let explorer: Explorer | undefined;
/** Of the key that was typed last. */
let trying = new AbortController();

access.addEventListener('submit', (event) => {
  event.preventDefault();
  void tryKey(keyField.value.trim());
});
forget?.addEventListener('click', () => {
  askForKey('');
  keyField.focus();
});
if (hasCredential()) open();
else askForKey('');

function open(): void {
  access.hidden = true;
  explorerFrame.hidden = false;
  if (forget) forget.hidden = findKey() === undefined;
  document.getElementById('sign-in')?.toggleAttribute('hidden', findKey() !== undefined);
  explorer ??= new Explorer(askForKey);
  explorer.start();
}

function askForKey(message: string): void {
  explorer?.stop();
  keepKey(undefined);
  forgetAnswers();
  access.hidden = false;
  explorerFrame.hidden = true;
  if (forget) forget.hidden = true;
  document.getElementById('sign-in')?.removeAttribute('hidden');
  complain(message);
}

/** A key is tried before it is stored: a call that costs nothing. */
async function tryKey(key: string): Promise<void> {
  if (!KEY.test(key)) return complain(key === '' ? 'Paste a key first.' : 'That does not look like a key.');
  trying.abort();
  trying = new AbortController();
  const { signal } = trying;
  keepKey(key);
  try {
    await ask('/v1/account', undefined, signal);
  } catch (error) {
    if (isAborted(error)) return;
    const isKnown = error instanceof ApiFailure && error.status === 403;
    if (!isKnown) keepKey(undefined);
    if (!(error instanceof ApiFailure)) throw error;
    if (!isKnown)
      return complain(
        error.status === 401 ? 'The server does not know this key. Check it, or use another.' : describe(error),
      );
  }
  keyField.value = '';
  complain('');
  open();
}

function complain(message: string): void {
  problem.textContent = message;
  if (message === '') keyField.removeAttribute('aria-invalid');
  else {
    keyField.setAttribute('aria-invalid', 'true');
    keyField.focus();
  }
}

// A key in another tab of the same person is none of ours; a session that began there is, after a reload.
if (findFormToken() === undefined && findKey() === undefined) keyField.focus({ preventScroll: true });
