import type { Db } from '../platform/db/db.ts';
import { batchesFor } from '../platform/db/distribution/batches.ts';
import type { DeliveryId } from '../platform/ids.ts';
import {
  type AttemptRecord,
  type DeliveryKey,
  type DeliveryToSend,
  findDeliveriesToSend,
  recordAttempts,
} from './delivery-store.ts';

/** How many deliveries one statement reads or records. */
const batchMax = 200;

/**
 * Reads a delivery together with the others asked for in this turn of the event loop. Draining a backlog costs a
 * statement per batch, not one per delivery, while a lone delivery waits for nobody.
 */
export function readDeliveryToSend(db: Db, key: DeliveryKey): Promise<DeliveryToSend | undefined> {
  return batchesOf(db).reads.add(key);
}

/**
 * Records an attempt together with the others of this turn; answers whether it was the first to. Resolves once
 * committed.
 */
export function writeAttempt(db: Db, record: AttemptRecord): Promise<boolean> {
  return batchesOf(db).writes.add(record);
}

interface Batches {
  readonly reads: TurnBatch<DeliveryKey, DeliveryToSend | undefined>;
  readonly writes: TurnBatch<AttemptRecord, boolean>;
}

/** One pair for each database, gone with it. */
const batches = new WeakMap<object, Batches>();

function batchesOf(db: Db): Batches {
  const known = batches.get(db.scope);
  if (known !== undefined) return known;
  const made: Batches = {
    reads: new TurnBatch(async (keys) => {
      const found: DeliveryToSend[] = [];
      for (const batch of await batchesFor(db, keys)) found.push(...(await findDeliveriesToSend(db, batch)));
      const byId = new Map(found.map((entry) => [nameOf(entry.delivery), entry]));
      return keys.map((key) => byId.get(nameOf(key)));
    }),
    writes: new TurnBatch(async (records) => {
      const changed = new Set<DeliveryId>();
      for (const batch of await batchesFor(db, records))
        for (const deliveryId of await recordAttempts(db, batch)) changed.add(deliveryId);
      return records.map((record) => changed.has(record.deliveryId));
    }),
  };
  batches.set(db.scope, made);
  return made;
}

function nameOf({ organizationId, deliveryId }: DeliveryKey): string {
  return `${organizationId} ${deliveryId}`;
}

interface Waiting<I, O> {
  readonly input: I;
  readonly resolve: (output: O) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers what is asked for while the batch before it is under way. `run` answers one output per input, in order. */
class TurnBatch<I, O> {
  readonly #run: (inputs: readonly I[]) => Promise<readonly O[]>;
  #waiting: Waiting<I, O>[] = [];
  #isFlushing = false;

  constructor(run: (inputs: readonly I[]) => Promise<readonly O[]>) {
    this.#run = run;
  }

  add(input: I): Promise<O> {
    const { promise, resolve, reject } = Promise.withResolvers<O>();
    this.#waiting.push({ input, resolve, reject });
    if (!this.#isFlushing) {
      this.#isFlushing = true;
      setImmediate(() => void this.#flush());
    }
    return promise;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax);
      try {
        const outputs = await this.#run(batch.map(({ input }) => input));
        for (const [index, output] of outputs.entries()) batch[index]?.resolve(output);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isFlushing = false;
  }
}
