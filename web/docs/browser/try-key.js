// @ts-check
/** The key in use: it stays in this tab and is shown in every open form. */

const KEY_NAME = 'bly.docs.key';

export function readKey() {
  try {
    return sessionStorage.getItem(KEY_NAME) ?? '';
  } catch {
    return '';
  }
}

/**
 * Keeps the key for this tab and writes it into every open form but the one it was typed in. @param {string} key @param
 * {HTMLInputElement | undefined} typedIn
 */
export function keepKey(key, typedIn) {
  try {
    if (key === '') sessionStorage.removeItem(KEY_NAME);
    else sessionStorage.setItem(KEY_NAME, key);
  } catch {
    // Storage is switched off: the key lives in the fields alone.
  }
  for (const input of document.querySelectorAll('input[name=key]')) {
    if (!(input instanceof HTMLInputElement) || input === typedIn) continue;
    input.value = key;
    // The curl of that form shows it as well; its own listener on the field would come back here.
    input.form?.dispatchEvent(new Event('input'));
  }
}
