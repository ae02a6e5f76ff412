/** What a schedule says of an instant: where in the policy the outcome stands, or that nothing can be said. */
export type Evaluation =
  | { readonly kind: 'selected'; readonly outcome: unknown; readonly at: string }
  | { readonly kind: 'unavailable' };

interface Schedule {
  readonly anchor: string;
  readonly tiers: readonly { readonly until: string; readonly outcome: unknown }[];
  readonly after_last_tier: unknown;
}

const UNTIL = /^P(?=\d|T\d)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a schedule as a platform does that knows nothing of us: tiers from the farthest, the first whose cut-off is
 * strictly later applies, at the cut-off the next one does, and a day has 24 hours. What is out of order says nothing.
 */
export function evaluateCancellation(schedule: Schedule, at: string): Evaluation {
  const anchor = readInstant(schedule.anchor);
  const instant = readInstant(at);
  const durations = schedule.tiers.map(({ until }) => readDuration(until));
  if (anchor === undefined || instant === undefined || durations.length === 0) return { kind: 'unavailable' };
  for (const [index, seconds] of durations.entries()) {
    const before = durations[index - 1];
    if (seconds === undefined || (index > 0 && (before === undefined || seconds >= before)))
      return { kind: 'unavailable' };
  }
  const index = durations.findIndex((seconds) => seconds !== undefined && instant < anchor - seconds * 1_000);
  return index < 0
    ? { kind: 'selected', outcome: schedule.after_last_tier, at: '/after_last_tier' }
    : { kind: 'selected', outcome: schedule.tiers[index]?.outcome, at: `/tiers/${index}/outcome` };
}

/** Milliseconds; undefined for what is no calendar instant with an offset. */
function readInstant(text: string): number | undefined {
  if (!INSTANT.test(text)) return undefined;
  const time = Date.parse(text);
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  const isCalendar = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  return isCalendar && !Number.isNaN(time) ? time : undefined;
}

function readDuration(text: string): number | undefined {
  const parts = UNTIL.exec(text);
  if (parts === null) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
}
