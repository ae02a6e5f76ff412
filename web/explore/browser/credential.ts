const ITEM = 'bly_explore_key';
/** Held in memory where the browser allows no storage. */
let held: string | undefined;

/** The key typed in this tab, if any. */
export function findKey(): string | undefined {
  try {
    return sessionStorage.getItem(ITEM) ?? held;
  } catch {
    return held;
  }
}

/** Keeps a key for as long as the tab lives; undefined forgets it. */
export function keepKey(key: string | undefined): void {
  held = key;
  try {
    if (key === undefined) sessionStorage.removeItem(ITEM);
    else sessionStorage.setItem(ITEM, key);
  } catch {
    // A browser that stores nothing asks again after a reload.
  }
}

/** What calls of the signed-in session must bring; undefined when nobody is signed in. */
export function findFormToken(): string | undefined {
  return document.querySelector('meta[name="csrf-token"]')?.getAttribute('content') ?? undefined;
}

/** Whether there is anything to call the API with. */
export function hasCredential(): boolean {
  return findKey() !== undefined || findFormToken() !== undefined;
}
