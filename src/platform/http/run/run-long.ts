import type { Caller } from '../caller.ts';
import type { Platform } from '../../platform.ts';
import type { RegisteredApp } from '../../registered-app.ts';
import { Refusal, refuse, refuseFields } from '../../errors.ts';
import type { Admission } from '../gate.ts';
import type { DescribedRequest } from '../input/request-info.ts';
import type { AnyRoute, MeasuredSize, WorkSize } from '../route.ts';

/** A place is free as soon as one of the organization's questions ends, which most do within this. */
const RETRY_AFTER_SECONDS = 1;
/** Statuses that mean "not in time". */
const TIMED_OUT: readonly number[] = [503, 504];

/** A long operation in progress. */
export interface LongExchange {
  /** Runs a part of it under the fair scheduler. */
  run<T>(part: () => Promise<T>): Promise<T>;
  /**
   * What a failure of it stands for: once nobody waits for it or its time is over, that is the reason, whatever broke.
   */
  explain(error: unknown): unknown;
  /**
   * The status that decides what the call costs: a large request that ended late because of our own work for it, not
   * because a supplier was silent, is charged.
   */
  chargedAs(status: number): number;
  /** Frees its place. */
  end(): void;
}

/** A long operation that is about to run. */
interface LongCall {
  readonly declaration: AnyRoute;
  readonly work: NonNullable<AnyRoute['longWork']>;
  /** Validated. */
  readonly body: unknown;
  readonly info: DescribedRequest;
  readonly admission: Admission;
}

/** Checks the size of a request (422), what it costs (402) and the organization's places (429), and takes one. */
export async function beginLongWork(
  app: RegisteredApp,
  caller: Caller,
  { declaration, work, body, info, admission }: LongCall,
): Promise<LongExchange> {
  const { size, deadlineMs } = work;
  const blocks = size === undefined ? 1 : blocksOf(size, size.measure(body, { app, caller }));
  if (blocks > 1) {
    const refusal = await admission.reprice(declaration.cost * blocks);
    if (refusal) throw refusal;
  }
  const long = app.scheduler.begin({
    key: caller.organizationId,
    deadlineMs,
    isUnbounded: caller.isUnlimited,
    signal: () => info.signal,
    abort: () => info.abort(deadlineRefusal(deadlineMs)),
  });
  if (long === undefined) throw concurrencyRefusal(app);
  return {
    run: (part) => long.run(part),
    explain: (error) => (info.signal.aborted ? endedBy(info.signal, error) : error),
    chargedAs: (status) => (blocks > 1 && TIMED_OUT.includes(status) && long.isOwnTime() ? 200 : status),
    end: () => long.end(),
  };
}

/** Nobody reads what is answered to a client that has left. */
function endedBy({ reason }: AbortSignal, cause: unknown): Refusal {
  return reason instanceof Refusal ? reason : refuse('deadline_exceeded', { cause });
}

/** How many times the declared cost a request of this size is. Throws 422 where it is too large. */
function blocksOf(
  { unit, max, included }: WorkSize<unknown>,
  { size, factors, path, surcharge = 0 }: MeasuredSize,
): number {
  if (size > max)
    throw refuseFields([
      {
        path,
        problem: `${unit} is ${factors} = ${size}; one request may have at most ${max}. Name fewer, or send several requests.`,
      },
    ]);
  return Math.max(1, Math.ceil(size / included)) + surcharge;
}

/** 429: the organization has as many long requests in progress as it may. */
export function concurrencyRefusal({ clock }: Pick<Platform, 'clock'>): Refusal {
  return refuse('concurrency_exceeded', {
    keys: {
      limit: 'concurrency',
      resets_at: new Date(clock.now().getTime() + RETRY_AFTER_SECONDS * 1_000).toISOString(),
    },
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}

function deadlineRefusal(deadlineMs: number): Refusal {
  return refuse('deadline_exceeded', {
    message: `The request took longer than ${deadlineMs / 1_000} seconds. Ask for fewer places or dates, or fewer questions at once.`,
  });
}
