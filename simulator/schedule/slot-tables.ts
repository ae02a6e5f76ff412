/** So many tables share a block. */
const TABLES = 256;

/** Makes tables of one number per slot of the day, all zero. */
export interface SlotTables {
  /** Fractions, in single precision. */
  readonly weights: () => Float32Array;
  /** Whole minutes below 65,536. */
  readonly minutes: () => Uint16Array;
}

/**
 * Tables that lie in blocks, many in one. A world's schedule takes 20,000 of them and then none: as arrays of their own
 * they would be as many small pieces of memory, between which lasting ones settle, so that the process could not give
 * their room back.
 */
export function createSlotTables(): SlotTables {
  const weights = inBlocks(Float32Array.BYTES_PER_ELEMENT);
  const minutes = inBlocks(Uint16Array.BYTES_PER_ELEMENT);
  return {
    weights: () => new Float32Array(...weights(), SLOTS),
    minutes: () => new Uint16Array(...minutes(), SLOTS),
  };
}

/** Where the next table lies. */
function inBlocks(bytesPerSlot: number): () => [block: ArrayBuffer, offset: number] {
  const bytes = SLOTS * bytesPerSlot;
  let block = new ArrayBuffer(0);
  let next = 0;
  return () => {
    if (next + bytes > block.byteLength) {
      block = new ArrayBuffer(TABLES * bytes);
      next = 0;
    }
    const offset = next;
    next += bytes;
    return [block, offset];
  };
}

/** Minutes of a day. */
export const DAY = 1440;

/** Schedules are planned in slots of so many minutes; a flight leaves at the start of one or in its middle. */
export const SLOT_MINUTES = 10;

/** Slots of a day. */
export const SLOTS = DAY / SLOT_MINUTES;

/** The slot of a local minute, of whatever day. */
export function slotOf(minute: number): number {
  return Math.floor((((minute % DAY) + DAY) % DAY) / SLOT_MINUTES);
}
