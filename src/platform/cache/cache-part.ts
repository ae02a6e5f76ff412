/** What users of an LRU cache with text keys call; an `LRUCache` is one. */
export interface TextCache<T extends object> {
  get(key: string): T | undefined;
  /** `ttl`: milliseconds, where the entry lives shorter than others. */
  set(key: string, value: T, options?: { readonly ttl?: number }): unknown;
  delete(key: string): boolean;
}

/**
 * A part of a cache under a name of its own: its entries are seen in no other part. All parts share the bound of the
 * whole, so any number of them takes no more memory than one.
 */
export function cachePart<T extends object>(whole: TextCache<T>, name: string): TextCache<T> {
  const keyOf = (key: string): string => `${name}|${key}`;
  return {
    get: (key) => whole.get(keyOf(key)),
    set: (key, value, options) => whole.set(keyOf(key), value, options),
    delete: (key) => whole.delete(keyOf(key)),
  };
}
