import {
  addDays,
  daysBetween,
  instantOfLocal,
  isSkippedLocal,
  type LocalDateTime,
  localOfInstant,
  todayIn,
} from '../../travel/dates.ts';
import { SKIPPED_TIME } from '../../travel/rental.ts';

/** The longest rental. */
const RENTAL_DAYS_MAX = 90;
/** How far ahead cars are rented out. */
const DAYS_AHEAD_MAX = 330;

/** One end of a rental: wall-clock time and the zone it is meant in. */
export interface EndTime {
  readonly at: LocalDateTime;
  /** IANA. */
  readonly zone: string;
}
/** What is wrong with one of the two times. */
export interface TimeProblem {
  readonly end: 'pick_up' | 'drop_off';
  readonly problem: string;
}

/**
 * What keeps a car from being rented from one time to another, as of `now`. Both must be times of the calendar; where
 * the clocks skip one of them, nothing else is said.
 */
export function checkRentalTimes(pickUp: EndTime, dropOff: EndTime, now: Date): readonly TimeProblem[] {
  const skipped = (
    [
      ['pick_up', pickUp],
      ['drop_off', dropOff],
    ] as const
  ).filter(([, { at, zone }]) => isSkippedLocal(at, zone));
  if (skipped.length > 0) return skipped.map(([end]) => ({ end, problem: SKIPPED_TIME }));
  const problems: TimeProblem[] = [];
  const [begins, ends] = [instantOfLocal(pickUp.at, pickUp.zone), instantOfLocal(dropOff.at, dropOff.zone)];
  if (begins < now)
    problems.push({ end: 'pick_up', problem: `In the past: it is ${localOfInstant(now, pickUp.zone)} at the branch.` });
  if (daysBetween(todayIn(pickUp.zone, now), pickUp.at.slice(0, 10)) > DAYS_AHEAD_MAX)
    problems.push({ end: 'pick_up', problem: `Cars are rented out at most ${DAYS_AHEAD_MAX} days ahead.` });
  if (ends <= begins) problems.push({ end: 'drop_off', problem: 'The drop-off is not after the pick-up.' });
  // Counted on the calendar: a rental over a change of the clocks is no hour too long for it.
  else if (dropOff.at > addDays(pickUp.at.slice(0, 10), RENTAL_DAYS_MAX) + pickUp.at.slice(10))
    problems.push({ end: 'drop_off', problem: `A car is rented for at most ${RENTAL_DAYS_MAX} days.` });
  return problems;
}
