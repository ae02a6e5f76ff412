import type { StoredTerms } from './map-terms.ts';

/** Shares of the price are counted in thousandths. */
const WHOLE = 1_000;
/** Sums are rounded to minor units: a share may differ by so much and be the same. */
const TOLERANCE = 2;
const UNKNOWN = 'u';
const MINUTE_MS = 60_000;
const RADIX = 36;

/** What cancelling all rooms costs when, in thousandths of their price; `unknown` where a room does not state it. */
type Shares = 'unknown' | readonly { readonly fromMs: number; readonly share: number }[];

interface PricedTerms {
  readonly total: number;
  readonly terms: StoredTerms;
}

/** The terms of all rooms together as a short text that travels in keys: it can be compared long after the search. */
export function toTermsCode(rooms: readonly PricedTerms[]): string {
  const shares = sharesOf(rooms);
  if (shares === 'unknown') return UNKNOWN;
  return shares
    .map(({ fromMs, share }) => `${Math.floor(fromMs / MINUTE_MS).toString(RADIX)}.${share.toString(RADIX)}`)
    .join('_');
}

/**
 * Whether terms cost more at any time from `now` on than the terms that were held. Known terms that have become unknown
 * are worse; nothing is worse than unknown ones.
 */
export function isWorse(held: string, offered: string, now: Date): boolean {
  const [before, after] = [readCode(held), readCode(offered)];
  if (before === 'unknown') return false;
  if (after === 'unknown') return true;
  const times = [now.getTime(), ...[...before, ...after].map(({ fromMs }) => fromMs)];
  return times
    .filter((atMs) => atMs >= now.getTime())
    .some((atMs) => shareAt(after, atMs) > shareAt(before, atMs) + TOLERANCE);
}

function shareAt(shares: Exclude<Shares, 'unknown'>, atMs: number): number {
  return shares.findLast(({ fromMs }) => fromMs <= atMs)?.share ?? 0;
}

function sharesOf(rooms: readonly PricedTerms[]): Shares {
  const whole = rooms.reduce((sum, { total }) => sum + total, 0);
  const all = rooms.map(({ terms }) => terms.steps);
  const known = all.filter((steps) => steps !== null);
  if (known.length < all.length) return 'unknown';
  const times = [...new Set(known.flat().map(({ fromMs }) => fromMs))].sort((a, b) => a - b);
  return times.map((fromMs) => {
    const lost = known.reduce((sum, steps) => sum + (steps.findLast((step) => step.fromMs <= fromMs)?.penalty ?? 0), 0);
    return { fromMs, share: whole === 0 ? 0 : Math.round((lost / whole) * WHOLE) };
  });
}

function readCode(code: string): Shares {
  if (code === UNKNOWN) return 'unknown';
  const steps = code === '' ? [] : code.split('_').map((step) => step.split('.').map((part) => parseInt(part, RADIX)));
  const shares = steps.map(([minutes = Number.NaN, share = Number.NaN]) => ({ fromMs: minutes * MINUTE_MS, share }));
  return shares.every(({ fromMs, share }) => Number.isFinite(fromMs) && Number.isFinite(share)) ? shares : 'unknown';
}
