import type { Fare, PenaltyRule, Slice } from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import { partyPenalty } from '../../src/travel/penalty.ts';
import { type SoldFare, soldTickets } from './flights-order.ts';

/** The shortest stay between landing and flying on in the next direction. */
const TURNAROUND_MS = 90 * 60_000;
const MINUTE_MS = 60_000;

/**
 * What changing a fare costs at an instant, for all who travel on it, by the windows before the ticket's next
 * departure; undefined once no window is open. Windows are those of the refund rules: the fee of one ends on its
 * minute.
 */
export function changePenalty(
  fare: Pick<SoldFare, 'rules' | 'prices' | 'passengerCount' | 'total'>,
  nextDeparture: Date,
  now: Date,
): Money | undefined {
  const open = fare.rules
    .filter((rule) => rule.ruleType === 'change' && rule.isAllowed && now < closesAt(rule, nextDeparture))
    .sort((a, b) => closesAt(a, nextDeparture).getTime() - closesAt(b, nextDeparture).getTime());
  const [rule] = open;
  return rule && partyPenalty(rule, soldTickets(fare), fare.total.currency);
}

function closesAt({ minMinutesBeforeDeparture }: PenaltyRule, departure: Date): Date {
  return new Date(departure.getTime() - (minMinutesBeforeDeparture ?? 0) * MINUTE_MS);
}

/** Whether a direction's first flight has left. */
export function isFlown(slice: Slice, now: Date): boolean {
  return departureOf(slice) <= now;
}

/** When a direction's first flight leaves. */
export function departureOf({ segments }: Slice): Date {
  const [first] = segments;
  if (first === undefined) throw new RangeError('A direction has a flight.');
  return first.depart.instant;
}

/** Whether each direction leaves long enough after the one before it has landed. */
export function isInOrder(slices: readonly Slice[]): boolean {
  return slices.every((slice, index) => {
    const landed = slices[index - 1]?.segments.at(-1)?.arrive.instant;
    return landed === undefined || departureOf(slice).getTime() >= landed.getTime() + TURNAROUND_MS;
  });
}

/**
 * The fares of an offer that may take the place of a brand: the same, or a higher one of its family. Brands stand
 * cheapest first.
 */
export function faresFrom<F extends Pick<Fare, 'brandCode'>>(
  offer: { readonly fares: readonly F[] },
  brandCode: string | undefined,
): readonly F[] {
  const from = offer.fares.findIndex((fare) => fare.brandCode === brandCode);
  return from < 0 ? [] : offer.fares.slice(from);
}

/** Every way to take one of each. */
export function combinations<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return choices.reduce<readonly (readonly T[])[]>(
    (made, next) => made.flatMap((some) => next.map((one) => [...some, one])),
    [[]],
  );
}
