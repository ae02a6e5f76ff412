import { hashText, unitOf } from '../../../../reference/hash.ts';
import type { StubSettings } from '../settings.ts';

/** When a journey is priced, and how the stub's prices move. */
export interface PriceMoment {
  readonly now: Date;
  readonly seed: string;
  readonly moves: StubSettings['price_moves'];
}

/**
 * How often, in multiples of a setting's `hours`, each of the levels of a flight's price changes, and what share of the
 * whole movement it has: small steps at every filing, large ones over weeks.
 */
const LEVELS = [
  { filings: 1, share: 0.15 },
  { filings: 6, share: 0.25 },
  { filings: 30, share: 0.6 },
] as const;
/** Fewer days before departure than these, each raises the fare by a step: fares to be bought in advance are gone. */
const ADVANCE_DAYS = [21, 14, 7, 3] as const;
const hourMs = 3_600_000;
const dayMinutes = 1_440;
const minuteMs = 60_000;

/**
 * By what factor a flight's fare differs from its usual one at a moment: 1 where prices do not move. `departs` is in
 * minutes of UTC since 1970. The same flight has the same factor in every search of one filing.
 *
 * With 10 per cent a flight costs two months ahead 0.90 to 1.10 times what is usual, and on its last two days, after
 * four steps of 10 %, 1.32 to 1.61 times.
 */
export function priceMove(flight: string, departs: number, { now, seed, moves }: PriceMoment): number {
  if (moves === null) return 1;
  const size = moves.percent / 100;
  const filing = now.getTime() / (moves.hours * hourMs) + unitOf(hashText(`${seed} filed ${flight}`));
  const level = LEVELS.reduce((sum, { filings, share }) => {
    const period = Math.floor(filing / filings);
    return sum + share * (2 * unitOf(hashText(`${seed} ${flight} ${filings} ${period}`)) - 1);
  }, 0);
  const daysLeft = (departs - now.getTime() / minuteMs) / dayMinutes;
  const steps = ADVANCE_DAYS.filter((days) => daysLeft < days).length;
  return (1 + size * level) * (1 + size) ** steps;
}
