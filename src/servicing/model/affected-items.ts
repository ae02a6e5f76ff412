import type { AffectedItem } from '../../bookings/model/schedule-change.ts';
import type { BookingItem } from '../../bookings/model/booking.ts';
import { addDays, type IsoDate } from '../../travel/dates.ts';
import type { Segment } from '../../travel/flight.ts';
import { beginOfRental, endOfRental } from '../../travel/rental.ts';
import { dayOf, type SegmentChange } from '../../travel/schedule-change.ts';
import type { RentalItem, StayItem } from '../../trips/model/trip.ts';

/** One direction before and after a change. */
interface SliceChange {
  readonly before: DirectionTimes;
  /** Undefined where it is flown no longer. */
  readonly after: DirectionTimes | undefined;
  /** When the next direction of the same item was to leave; undefined after the last. */
  readonly nextDeparture: Date | undefined;
}
/** The first and the last flight of a direction. */
interface DirectionTimes {
  readonly first: Segment;
  readonly last: Segment;
}
type Problem = Omit<AffectedItem, 'itemId' | 'kind'>;

const NOTHING = { nights: [], pickUpAt: undefined, dropOffAt: undefined } as const;

/**
 * The other standing items of a booking that fitted its flights and no longer do, and which of their nights and times:
 * nights before one lands or after one leaves, a car that waits before anybody is there or is to be brought back after
 * everybody has left, whatever a cancelled direction was to lead to, a flight that is missed. Days are compared as the
 * calendars of airport and hotel show them.
 */
export function findAffectedItems(
  items: readonly BookingItem[],
  moved: BookingItem,
  changes: readonly SegmentChange[],
): readonly AffectedItem[] {
  const slices = slicesOf(changes);
  return items
    .filter((item) => item.itemId !== moved.itemId && item.status === 'confirmed')
    .flatMap((item) => {
      const problem = problemOf(item, slices, changes);
      return problem === undefined ? [] : [{ itemId: item.itemId, kind: item.kind, ...problem }];
    });
}

function slicesOf(changes: readonly SegmentChange[]): readonly SliceChange[] {
  const directions = [...Map.groupBy(changes, ({ sliceIndex }) => sliceIndex).values()].map((slice) => ({
    isChanged: slice.some(({ change }) => change !== 'unchanged'),
    before: timesOf(slice.flatMap(({ before }) => before ?? [])),
    after: timesOf(slice.flatMap(({ after }) => after ?? [])),
  }));
  return directions.flatMap(({ isChanged, before, after }, index) =>
    isChanged && before !== undefined
      ? [{ before, after, nextDeparture: directions[index + 1]?.before?.first.depart.instant }]
      : [],
  );
}

function timesOf(segments: readonly Segment[]): DirectionTimes | undefined {
  const [first, last] = [segments[0], segments.at(-1)];
  return first && last && { first, last };
}

function problemOf(
  { tripItem }: BookingItem,
  slices: readonly SliceChange[],
  changes: readonly SegmentChange[],
): Problem | undefined {
  switch (tripItem.kind) {
    case 'hotel':
      return merge(slices.map((slice) => problemOfStay(tripItem, slice)));
    case 'car':
      return merge(slices.map((slice) => problemOfRental(tripItem, slice)));
    case 'flight': {
      const missed = changes.find(({ before, after }) =>
        tripItem.offer.slices.some(({ segments }) =>
          segments.some((flight) => overlaps(flight, after) && !overlaps(flight, before)),
        ),
      );
      const number = missed?.after?.flightNumber;
      return number === undefined
        ? undefined
        : { ...NOTHING, problem: `${number} is now in the air when this flight is.` };
    }
    default:
      return tripItem satisfies never;
  }
}

/** Both ends of a stay or a rental may be hit at once, by two directions. */
function merge(found: readonly (Problem | undefined)[]): Problem | undefined {
  const problems = found.filter((problem) => problem !== undefined);
  if (problems.length === 0) return undefined;
  return {
    problem: problems.map(({ problem }) => problem).join(' '),
    nights: [...new Set(problems.flatMap(({ nights }) => nights))].toSorted(),
    pickUpAt: problems.find(({ pickUpAt }) => pickUpAt !== undefined)?.pickUpAt,
    dropOffAt: problems.find(({ dropOffAt }) => dropOffAt !== undefined)?.dropOffAt,
  };
}

function problemOfStay({ stay }: StayItem, { before, after, nextDeparture }: SliceChange): Problem | undefined {
  const { checkIn, checkOut } = stay;
  const sold = before.last;
  const isArrivedFor = dayOf(sold.arrive) <= checkIn;
  if (after === undefined) {
    const isBeforeNext = nextDeparture === undefined || checkIn < nextDeparture.toISOString().slice(0, 10);
    const problem = `${sold.flightNumber} is flown no longer: nobody is there for these nights.`;
    return isArrivedFor && isBeforeNext ? { ...NOTHING, problem, nights: nightsOf(checkIn, checkOut) } : undefined;
  }
  const [arriveDay, departDay] = [dayOf(after.last.arrive), dayOf(after.first.depart)];
  if (isArrivedFor && arriveDay > checkIn)
    return {
      ...NOTHING,
      problem: `${after.last.flightNumber} now lands after the first night has begun.`,
      nights: nightsOf(checkIn, arriveDay < checkOut ? arriveDay : checkOut),
    };
  if (dayOf(before.first.depart) >= checkOut && departDay < checkOut)
    return {
      ...NOTHING,
      problem: `${after.first.flightNumber} now leaves before the last night is over.`,
      nights: nightsOf(departDay > checkIn ? departDay : checkIn, checkOut),
    };
  return undefined;
}

function nightsOf(from: IsoDate, until: IsoDate): readonly IsoDate[] {
  const nights: IsoDate[] = [];
  for (let night = from; night < until; night = addDays(night, 1)) nights.push(night);
  return nights;
}

function problemOfRental({ rental }: RentalItem, { before, after, nextDeparture }: SliceChange): Problem | undefined {
  const [begins, ends] = [beginOfRental(rental), endOfRental(rental)];
  const { at: pickUpAt } = rental.pickUp;
  const isArrivedFor = before.last.arrive.instant <= begins;
  if (after === undefined) {
    const isBeforeNext = nextDeparture === undefined || begins < nextDeparture;
    const problem = `${before.last.flightNumber} is flown no longer: nobody is there to pick the car up.`;
    return isArrivedFor && isBeforeNext ? { ...NOTHING, problem, pickUpAt } : undefined;
  }
  if (isArrivedFor && after.last.arrive.instant > begins)
    return {
      ...NOTHING,
      problem: `${after.last.flightNumber} now lands after the car is to be picked up.`,
      pickUpAt,
    };
  if (before.first.depart.instant >= ends && after.first.depart.instant < ends)
    return {
      ...NOTHING,
      problem: `${after.first.flightNumber} now leaves before the car is brought back.`,
      dropOffAt: rental.dropOff.at,
    };
  return undefined;
}

function overlaps(one: Segment, other: Segment | undefined): boolean {
  return other !== undefined && one.depart.instant < other.arrive.instant && other.depart.instant < one.arrive.instant;
}
