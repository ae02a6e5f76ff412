import pino from 'pino';
import { expect, test } from 'vitest';
import { assertAnswered, querySuppliers, describeReplies } from '../../src/suppliers/calls/query-suppliers.ts';
import { asId } from '../../src/platform/ids.ts';
import { SupplierFailure } from '../../src/suppliers/ports/supplier.ts';

const app = { log: pino({ level: 'silent' }) };
const caller = { organizationId: asId('organization', 'org_1'), now: new Date('2027-01-01T00:00:00Z') };
const quick = { id: 'quick' };
const slow = { id: 'slow' };
const never = () => new Promise<never>(() => undefined);
const ask = (
  answer: (supplier: { readonly id: string }, signal: AbortSignal) => Promise<string>,
  signal = new AbortController().signal,
) =>
  querySuppliers(app, caller, [quick, slow], {
    purpose: 'search',
    timeoutMs: 30,
    signal,
    ask: (supplier, context) => answer(supplier, context.signal),
  });

test('everybody is asked at once; a late one is a time-out and is told to stop', async () => {
  const stopped: string[] = [];
  const asked = await ask(async (supplier, signal) => {
    if (supplier === quick) return 'here';
    signal.addEventListener('abort', () => stopped.push(supplier.id));
    return await never();
  });
  expect(asked.map(({ supplier, status, answer }) => [supplier.id, status, answer])).toEqual([
    ['quick', 'ok', 'here'],
    ['slow', 'timeout', undefined],
  ]);
  expect(stopped).toEqual(['slow']);
  expect(describeReplies(asked)).toBe('partial');
  expect(() => assertAnswered(asked)).not.toThrow();
});

test('it never rejects: a failure is a status, anything else thrown an error, even before the first await', async () => {
  const asked = await ask((supplier) => {
    if (supplier === quick) throw new TypeError('a bug');
    return Promise.reject(new SupplierFailure('unavailable', 'down', { retryAfterSeconds: 3 }));
  });
  expect(asked.map(({ status }) => status)).toEqual(['error', 'unavailable']);
  expect(describeReplies(asked)).toBe('failed');
  expect(() => assertAnswered(asked)).toThrow('The supplier failed in a way it should not.');
});

test('when nobody answers, a failure tells more than a time-out', async () => {
  const asked = await ask(async (supplier) =>
    supplier === quick ? await never() : await Promise.reject(new SupplierFailure('rejected', 'no')),
  );
  expect(() => assertAnswered(asked)).toThrow('no');
  expect(describeReplies(await ask(async () => await never()))).toBe('timeout');
});

test('a client that has gone away ends it at once', async () => {
  const controller = new AbortController();
  controller.abort();
  expect((await ask(async () => await never(), controller.signal)).map(({ status }) => status)).toEqual([
    'timeout',
    'timeout',
  ]);
});
