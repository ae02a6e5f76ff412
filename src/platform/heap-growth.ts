import { setFlagsFromString } from 'node:v8';

/** How far the heap may grow beyond what was in use, in percent, before it is collected whole. */
const GROWTH_PERCENT = 30;

/**
 * Lets the heap grow less than V8 would: left alone it fills up to four times what is in use before it collects everything, and
 * keeps that memory. Call it before anything large is made: V8 follows this flag from the next whole collection on. (The bound
 * of the young generation, 64 MiB twice, it settles before any code of ours runs.)
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
