import type { AccountCondition, AccountReport } from '../../suppliers/common/account-health.ts';

/** A status that has not changed is written again after this long, so that everybody sees how fresh it is. */
const confirmedEveryMs = 60_000;
/** Of calls that fail one after the other one is put on record this often. */
const failureEveryMs = 5_000;
/** A failure says nothing after this long without a call; a refused key stays refused until a call succeeds. */
const failureLifeMs = 900_000;

/** The record of an account as it is stored. */
export interface HealthRecord {
  readonly status: AccountReport['status'];
  readonly detail: string | undefined;
  /** When the status began, and when it was seen last; real time. */
  readonly since: Date;
  readonly reportedAt: Date;
  /** The last call that failed. */
  readonly lastFailure?: AccountCondition['lastFailure'];
}

/** The record that a report makes of the one before it; undefined where nothing needs to be written. */
export function recordReport(
  known: HealthRecord | undefined,
  { status, detail, failure }: AccountReport,
  now: Date,
): HealthRecord | undefined {
  const lastFailure = failure === undefined ? known?.lastFailure : { ...failure, at: now };
  if (known?.status !== status) return { status, detail, since: now, reportedAt: now, lastFailure };
  const isFreshFailure = failure !== undefined && isOver(failureEveryMs, known.lastFailure?.at, now);
  if (!isFreshFailure && !isOver(confirmedEveryMs, known.reportedAt, now)) return undefined;
  return { ...known, detail, reportedAt: now, lastFailure };
}

function isOver(ms: number, since: Date | undefined, now: Date): boolean {
  return since === undefined || now.getTime() - since.getTime() >= ms;
}

/** What a record says at a moment. */
export function judgeRecord(record: HealthRecord | undefined, now: Date): AccountCondition {
  if (record === undefined) return UNKNOWN;
  const { status, since, detail, reportedAt, lastFailure } = record;
  const isFailure = status === 'degraded' || status === 'unreachable';
  if (isFailure && now.getTime() - reportedAt.getTime() > failureLifeMs) return { ...UNKNOWN, lastFailure };
  return { status, since, detail, lastFailure };
}

const UNKNOWN: AccountCondition = { status: 'unknown', since: undefined, detail: undefined, lastFailure: undefined };
