/** Where every instant comes from. Real time: leases, deadlines, signatures, rate buckets. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
