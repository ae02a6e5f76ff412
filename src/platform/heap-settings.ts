import { setFlagsFromString } from 'node:v8';

/** How far the heap may grow beyond what was in use, in percent, before it is collected whole. */
const GROWTH_PERCENT = 30;

/**
 * Settles how V8 treats this process's memory. Call it before anything large is made.
 *
 * The heap grows less than V8 would let it: left alone it fills up to four times what is in use before it collects
 * everything, and keeps that memory. V8 follows this flag from the next whole collection on. (The bound of the young
 * generation, 64 MiB twice, it settles before any code of ours runs.)
 *
 * Nothing is made old from the start. V8 notes during warm-up which lines of code make objects that live on, and may
 * let them make theirs among the old ones ever after. In one process of four it came to that for what searches make: it
 * dies at once, among the old objects is not found out until all is collected, and what it points to is kept meanwhile:
 * 5.6 instead of 0.5 MB of each 64 grew old, and a search cost a fifth more for as long as the process lived.
 */
export function settleHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--no-allocation-site-pretenuring');
}
