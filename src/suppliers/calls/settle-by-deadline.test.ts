import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SupplierFailure } from '../ports/supplier.ts';
import { settleByDeadline } from './settle-by-deadline.ts';

const LONG_MS = 60_000;
const timeout = { status: 'rejected', reason: expect.objectContaining({ kind: 'timeout' }) };
const never = () => new Promise<never>(() => undefined);

test('calls are answered in their order, each with its own end, and their signal stays quiet', async () => {
  const failure = new SupplierFailure('error', 'no');
  let signal: AbortSignal | undefined;
  const results = await settleByDeadline<number | undefined>(LONG_MS, undefined, (given) => {
    signal = given;
    return [wait(20, 1), Promise.reject(failure), Promise.resolve(undefined)];
  });
  expect(results).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: failure },
    { status: 'fulfilled', value: undefined },
  ]);
  expect(signal?.aborted).toBe(false);
  expect(await settleByDeadline(LONG_MS, undefined, () => [])).toEqual([]);
});

test('what has settled by the deadline is kept, the rest is a time-out and told to stop, and a late failure goes nowhere', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  let isStopped = false;
  const results = await settleByDeadline<string>(30, undefined, (signal) => {
    signal.addEventListener('abort', () => {
      isStopped = true;
    });
    return [
      Promise.resolve('quick'),
      never(),
      wait(60).then(() => {
        throw new Error('late');
      }),
    ];
  });
  expect(results).toEqual([{ status: 'fulfilled', value: 'quick' }, timeout, timeout]);
  expect(isStopped).toBe(true);
  await wait(80);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('a client that leaves ends all that is under way, one that has left already all but what settles at once', async () => {
  const client = new AbortController();
  const pending = settleByDeadline<number>(LONG_MS, client.signal, () => [never(), Promise.resolve(2)]);
  await wait(5);
  client.abort();
  expect(await pending).toEqual([timeout, { status: 'fulfilled', value: 2 }]);
  const failure = new SupplierFailure('unavailable', 'no');
  const gone = await settleByDeadline<number>(LONG_MS, AbortSignal.abort(), (signal) => [
    Promise.resolve(1),
    Promise.reject(failure),
    never(),
    Promise.resolve(signal.aborted ? 4 : 0),
  ]);
  expect(gone).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: failure },
    timeout,
    { status: 'fulfilled', value: 4 },
  ]);
});

test("calls that cannot even be begun are the caller's failure", async () => {
  await expect(
    settleByDeadline(LONG_MS, undefined, () => {
      throw new Error('no calls');
    }),
  ).rejects.toThrow('no calls');
});
