import type { FieldProblem } from '../../platform/errors.ts';
import {
  instantOfLocal,
  isIsoDate,
  isSkippedLocal,
  type LocalDateTime,
  localOfInstant,
  LAST_ZONE,
} from '../../travel/dates.ts';
import { SKIPPED_TIME, type RentalOffer } from '../../travel/rental.ts';

/** How a rental is to end up, as asked for: what is not said stays. */
export interface RentalChanges {
  /** `YYYY-MM-DDTHH:MM:SS` in form, in the branch's own time. */
  readonly pickUpAt: LocalDateTime | undefined;
  readonly dropOffAt: LocalDateTime | undefined;
  /** All extras it is to have. */
  readonly extras: readonly { readonly offerId: string; readonly quantity: number }[] | undefined;
}

const CLOCK = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Every problem of requested changes that no supplier is needed for, as of `now`. */
export function findRentalProblems(changes: RentalChanges, rental: RentalOffer, now: Date): readonly FieldProblem[] {
  return [...findTimeProblems(changes, rental, now), ...findExtraProblems(changes, rental)];
}

function findTimeProblems(
  { pickUpAt, dropOffAt }: RentalChanges,
  { pickUp, dropOff }: RentalOffer,
  now: Date,
): readonly FieldProblem[] {
  const changed = [
    ['pick_up_date_time', pickUpAt],
    ['drop_off_date_time', dropOffAt],
  ] as const;
  const unreal = changed.filter(([, at]) => at !== undefined && !isMoment(at));
  if (unreal.length > 0) return unreal.map(([path]) => ({ path, problem: 'Not a date and time of the calendar.' }));
  const skipped = [
    ...(isSkipped(pickUpAt, pickUp.zone ?? 'UTC') ? ['pick_up_date_time'] : []),
    ...(isSkipped(dropOffAt, dropOff.zone ?? 'UTC') ? ['drop_off_date_time'] : []),
  ];
  if (skipped.length > 0) return skipped.map((path) => ({ path, problem: SKIPPED_TIME }));
  // Where a zone is not known, the moment is the latest it can be: only what is past everywhere is refused.
  const begins = instantOfLocal(pickUpAt ?? pickUp.at, pickUp.zone ?? LAST_ZONE);
  const ends = instantOfLocal(dropOffAt ?? dropOff.at, dropOff.zone ?? LAST_ZONE);
  const problems: FieldProblem[] = [];
  if (pickUpAt !== undefined && begins < now)
    problems.push({
      path: 'pick_up_date_time',
      problem: `In the past: it is ${localOfInstant(now, pickUp.zone ?? LAST_ZONE)} at the branch.`,
    });
  if ((pickUpAt !== undefined || dropOffAt !== undefined) && ends <= begins) {
    problems.push({
      path: dropOffAt === undefined ? 'pick_up_date_time' : 'drop_off_date_time',
      problem: 'The drop-off is not after the pick-up.',
    });
  }
  return problems;
}

function isMoment(text: string): boolean {
  return isIsoDate(text.slice(0, 10)) && CLOCK.test(text.slice(10));
}

function isSkipped(at: LocalDateTime | undefined, zone: string): boolean {
  return at !== undefined && isSkippedLocal(at, zone);
}

function findExtraProblems({ extras = [] }: RentalChanges, rental: RentalOffer): readonly FieldProblem[] {
  return extras.flatMap(({ offerId, quantity }, index): FieldProblem[] => {
    const path = `ancillaries[${index}]`;
    const extra = rental.extras.find(({ ancillaryKey }) => ancillaryKey === offerId);
    if (extra === undefined) return [{ path: `${path}.offer_id`, problem: 'The rental does not offer this extra.' }];
    if (extras.findIndex((line) => line.offerId === offerId) < index)
      return [{ path, problem: 'repeats an earlier line; send one line with the whole quantity.' }];
    return quantity > (extra.quantityMax ?? Number.POSITIVE_INFINITY)
      ? [{ path: `${path}.quantity`, problem: `must be at most ${extra.quantityMax}` }]
      : [];
  });
}
