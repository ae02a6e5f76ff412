import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of the content of a city.
 * - `waiting`: a job is to list its hotels, or what has changed of them
 * - `filling`: pages are being read
 * - `filled`: a whole list was read; what is stored is as of its beginning
 * - `failed`: the supplier could not be read to the end; what was stored before is still there
 */
export const contentLifecycle = defineLifecycle('The content of a city', {
  waiting: ['filling'],
  filling: ['filled', 'failed', 'waiting'],
  filled: ['waiting'],
  failed: ['waiting'],
});
export type ContentStatus = StateOf<typeof contentLifecycle>;
/** States of a city whose list is still to be read, or read at the moment. */
export const UNREAD: readonly ContentStatus[] = ['waiting', ...contentLifecycle.allowedFrom('filled')];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** What a supplier changed is asked for once a day, by a city that is searched. */
const REFRESH_MS = DAY_MS;
/** A whole list in between finds what no list of changes held. */
const WHOLE_LIST_MS = 30 * DAY_MS;
/** A city that failed is tried again by a search this much later. */
const FAILED_PAUSE_MS = 15 * MINUTE_MS;
/** A city that nobody reads any more, because its job was lost, is asked for again. */
const STALLED_MS = DAY_MS;
/** The clocks of suppliers are not ours: changes are asked for from a little earlier on. */
const CLOCK_MARGIN_MS = 60 * MINUTE_MS;

/** What decides whether a city is to be read. */
export interface ContentAge {
  readonly status: ContentStatus;
  readonly updatedAt: Date;
  /** When the last list that was read to its end began. */
  readonly filledAt: Date | undefined;
  readonly listedWholeAt: Date | undefined;
}

/** Whether a search that uses the city lets it be read. */
export function isDue({ status, updatedAt, filledAt }: ContentAge, now: Date): boolean {
  switch (status) {
    case 'filled':
      return filledAt === undefined || now.getTime() - filledAt.getTime() >= REFRESH_MS;
    case 'failed':
      return now.getTime() - updatedAt.getTime() >= FAILED_PAUSE_MS;
    case 'waiting':
    case 'filling':
      return now.getTime() - updatedAt.getTime() >= STALLED_MS;
    default:
      return status satisfies never;
  }
}

/** From when on changes are asked for; undefined: everything is listed. */
export function changedSince({ filledAt, listedWholeAt }: ContentAge, now: Date): Date | undefined {
  if (filledAt === undefined || listedWholeAt === undefined) return undefined;
  if (now.getTime() - listedWholeAt.getTime() >= WHOLE_LIST_MS) return undefined;
  return new Date(filledAt.getTime() - CLOCK_MARGIN_MS);
}
