import type { Db } from '../platform/db/db.ts';
import type { Endpoint } from './model/endpoint.ts';

/** How many attempts this process is making at each endpoint right now. */
export interface AttemptsUnderWay {
  countOf(endpoint: Pick<Endpoint, 'endpointId'>): number;
  /** Counts an attempt for as long as it takes. */
  count<T>(endpoint: Pick<Endpoint, 'endpointId'>, attempt: () => Promise<T>): Promise<T>;
}

/** One for each database, gone with it. */
const known = new WeakMap<object, AttemptsUnderWay>();

/** The attempts of this process on this database. */
export function attemptsUnderWay(db: Db): AttemptsUnderWay {
  const made = known.get(db.scope) ?? createAttemptsUnderWay();
  known.set(db.scope, made);
  return made;
}

function createAttemptsUnderWay(): AttemptsUnderWay {
  const counts = new Map<number, number>();
  const add = (endpointId: number, change: number): void => {
    const count = (counts.get(endpointId) ?? 0) + change;
    if (count === 0) counts.delete(endpointId);
    else counts.set(endpointId, count);
  };
  return {
    countOf: ({ endpointId }) => counts.get(endpointId) ?? 0,
    async count({ endpointId }, attempt) {
      add(endpointId, 1);
      try {
        return await attempt();
      } finally {
        add(endpointId, -1);
      }
    },
  };
}
