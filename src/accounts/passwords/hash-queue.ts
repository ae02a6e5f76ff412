import { refuse } from '../../platform/errors.ts';

/** So many passwords are hashed at once, each in a thread of its own and with 19 MiB of memory; the others wait. */
const RUNNING_MAX = 2;
/**
 * So many may wait in each lane: about two seconds of work on one core for sign-ins, half a second for known users and
 * for sign-ups. Beyond it somebody is refused.
 */
const WAITING_MAX = { known: 10, sign_in: 40, sign_up: 10 } as const;
const RETRY_AFTER_SECONDS = 5;

/** `known`: browsers the owner has used before, signed-in users, holders of a mailed link. */
export type HashLane = keyof typeof WAITING_MAX;

/** Where a password waits: in a lane, with all that comes from one network (or of one user). */
export interface HashPlace {
  readonly lane: HashLane;
  readonly share: string;
}

/** Bounds how many passwords are hashed at once, and shares the places out. */
export interface HashQueue {
  /** Runs the work when its share is served. Throws `rate_exceeded` when too many wait in the lane. */
  run<T>(place: HashPlace, work: () => Promise<T>): Promise<T>;
}

interface Waiter {
  start(): void;
  refuse(): void;
}

/** One lane: its shares in the order in which they are served, each with its waiters, oldest first. */
interface Lane {
  readonly max: number;
  readonly shares: Map<string, Waiter[]>;
  waiting: number;
}

/**
 * A queue of one process. Lanes are served in rotation, and so are the shares within a lane. Where a lane is full, a
 * newcomer takes the place of the newest waiter of the longest share, unless its own share is about as long: 90
 * sign-ins from one /48 fill the queue while nobody else wants it, and then give up a place to each visitor from
 * elsewhere.
 */
export function createHashQueue(): HashQueue {
  const lanes = { known: createLane('known'), sign_in: createLane('sign_in'), sign_up: createLane('sign_up') };
  const rotation = [lanes.known, lanes.sign_in, lanes.sign_up];
  let running = 0;

  function release(): void {
    const lane = rotation.find(({ waiting }) => waiting > 0);
    if (lane === undefined) {
      running -= 1;
      return;
    }
    rotation.splice(rotation.indexOf(lane), 1);
    rotation.push(lane);
    // The place is handed over: the number of those that run stays as it is.
    takeNext(lane)?.start();
  }

  return {
    async run({ lane: name, share }, work) {
      if (running < RUNNING_MAX) running += 1;
      else
        await new Promise<void>((start, reject) =>
          enqueue(lanes[name], share, { start, refuse: () => reject(tooMany()) }),
        );
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

function createLane(name: HashLane): Lane {
  return { max: WAITING_MAX[name], shares: new Map(), waiting: 0 };
}

function enqueue(lane: Lane, share: string, waiter: Waiter): void {
  const own = lane.shares.get(share) ?? [];
  if (lane.waiting >= lane.max) {
    const longest = [...lane.shares.values()].reduce((a, b) => (b.length > a.length ? b : a), own);
    if (longest.length <= own.length + 1) {
      waiter.refuse();
      return;
    }
    longest.pop()?.refuse();
    lane.waiting -= 1;
  }
  own.push(waiter);
  lane.shares.set(share, own);
  lane.waiting += 1;
}

/** The oldest waiter of the share that was served longest ago. */
function takeNext(lane: Lane): Waiter | undefined {
  const [next] = lane.shares;
  if (next === undefined) return undefined;
  const [share, waiters] = next;
  const waiter = waiters.shift();
  lane.waiting -= 1;
  lane.shares.delete(share);
  if (waiters.length > 0) lane.shares.set(share, waiters);
  return waiter;
}

function tooMany() {
  return refuse('rate_exceeded', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}
