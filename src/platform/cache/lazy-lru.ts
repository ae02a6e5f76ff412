import { LRUCache } from 'lru-cache';

/**
 * An LRU cache of at most `max` entries that grows with its entries. The library's own `max` allocates arrays for all
 * of them at once: 8 MB for 200,000, in a process that nobody calls yet.
 */
export function createLazyLru<T extends object>(max: number): LRUCache<string, T> {
  return new LRUCache<string, T>({ maxSize: max, sizeCalculation: () => 1 });
}
