import { LRUCache } from 'lru-cache';

/**
 * Remembers at most `max` entries; the least recently used go first. It grows with what it holds: the library's own
 * `max` lays out room for all of them at once, which for 200,000 is 8 MB of a process that nobody calls yet.
 */
export function createLazyLru<T extends object>(max: number): LRUCache<string, T> {
  return new LRUCache<string, T>({ maxSize: max, sizeCalculation: () => 1 });
}
