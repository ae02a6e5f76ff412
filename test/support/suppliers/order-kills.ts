import { FAULT_POINTS, type FaultPoint, type FaultPoints } from '../../../src/platform/fault-points.ts';
import type { BookOutcome, LookUpOutcome } from '../../../src/suppliers/ports/booking.ts';
import type { SeededRandom } from '../../../src/suppliers/stubs/seeded-random.ts';

/** The steps around an order call at which a process may be killed. */
export const ORDER_POINTS: readonly FaultPoint[] = FAULT_POINTS.filter((point) => point.startsWith('order.'));

/** How one process's try ended: as the port says, or with the process. */
export type OrderEnd = BookOutcome | LookUpOutcome | { readonly kind: 'killed' };

/** What orders are made with while their processes are killed. `Request`: what the port's `book` takes. */
export interface OrdersUnderKills<Request> {
  readonly random: SeededRandom;
  /** Books in a process of its own, which passes these fault points. */
  book(request: Request, faults: FaultPoints): Promise<BookOutcome>;
  lookUp(request: Request): Promise<LookUpOutcome>;
  /** Arms the supplier's stand-in for the next order call. */
  addFault(): void;
  /** Moves the clocks of ourselves and of the supplier. */
  advance(milliseconds: number): Promise<void>;
}

const TRIES_MAX = 12;
const HOUR_MS = 3_600_000;
/** Longer than any order stays unproven. */
const LAST_HOURS = 8;

/** Runs a try of one process; it ends as `killed` where it passes this point. */
export async function untilKilled(
  point: FaultPoint | undefined,
  work: (faults: FaultPoints) => Promise<BookOutcome>,
): Promise<OrderEnd> {
  const killed = new Error('killed');
  try {
    return await work({
      pass(passed) {
        if (passed === point) throw killed;
      },
    });
  } catch (failure) {
    if (failure === killed) return { kind: 'killed' };
    throw failure;
  }
}

/**
 * As a fulfilment does: book, look up what is not known, book again only what is proven never to have been. Beside it
 * other processes book the same, for they believe this one dead, or look it up.
 */
export async function fulfilUnderKills<Request>(
  { random, book, lookUp, addFault, advance }: OrdersUnderKills<Request>,
  request: Request,
): Promise<OrderEnd> {
  const tryIn = (point: FaultPoint | undefined) => untilKilled(point, (faults) => book(request, faults));
  let last: OrderEnd = { kind: 'none', proof: '' };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (last.kind === 'none') {
      if (random.unit() < 0.5) addFault();
      const calls: Promise<OrderEnd>[] = [tryIn(random.unit() < 0.5 ? random.pick(POINTS) : undefined)];
      if (random.unit() < 0.3) calls.push(tryIn(undefined));
      if (random.unit() < 0.3) calls.push(lookUp(request));
      [last = { kind: 'killed' }] = await Promise.all(calls);
      if (random.unit() < 0.3) last = { kind: 'killed' };
    } else {
      last = await lookUp(request);
    }
    if (last.kind === 'confirmed' || last.kind === 'refused') return last;
    await advance(random.whole(30, 1_200) * 1_000);
  }
  await advance(LAST_HOURS * HOUR_MS);
  return await lookUp(request);
}

const [FIRST_POINT = 'order.after_call', ...OTHER_POINTS] = ORDER_POINTS;
const POINTS = [FIRST_POINT, ...OTHER_POINTS] as const;
