import { expect, test } from 'vitest';
import { Refusal } from '../../platform/errors.ts';
import { createMemoryState } from '../../platform/shared-state/shared-state-memory.ts';
import { createUnknownKeyGuard } from './guard-unknown-keys.ts';

/** A guard whose database knows the keys that begin with `good`; time stands still until it is moved. */
function aGuard(shared = createMemoryState(() => 0)) {
  const state = { nowMs: 0, looks: 0 };
  const guard = createUnknownKeyGuard({ shared, clock: { now: () => new Date(0) } }, () => state.nowMs);
  const ask = async (key: string, address = '192.0.2.1'): Promise<string> => {
    try {
      const found = await guard.read(key, { ip: address }, async () => {
        state.looks += 1;
        return { identity: key.startsWith('good') ? {} : undefined };
      });
      return found?.identity === undefined ? 'unknown' : 'good';
    } catch (error) {
      return error instanceof Refusal && error.condition === 'rate_exceeded' ? 'refused' : 'broken';
    }
  };
  return { ask, state, exhaust: () => Promise.all(Array.from({ length: 60 }, (_none, n) => ask(`bad ${n}`))), shared };
}

test('beyond sixty unknown keys of a network the database is not asked, and keys that were good keep working', async () => {
  const { ask, state, exhaust } = aGuard();
  expect(await ask('good 1')).toBe('good');
  await exhaust();
  expect(state.looks).toBe(61);
  expect([await ask('bad 61'), state.looks]).toEqual(['refused', 61]);
  expect([await ask('good 1'), await ask('bad 62', '198.51.100.1')]).toEqual(['good', 'unknown']);
});

test('one client that repeats a dead key takes nothing from its neighbors', async () => {
  const { ask, state } = aGuard();
  const answers: string[] = [];
  for (let n = 0; n < 70; n += 1) answers.push(await ask('bad'));
  expect(answers).toEqual([
    ...Array.from({ length: 61 }, () => 'unknown'),
    ...Array.from({ length: 9 }, () => 'refused'),
  ]);
  expect([state.looks, await ask('good')]).toEqual([1, 'good']);
});

test('a good key seen for the first time in a network of guesses is let in when it comes back, and at once where another process knows it', async () => {
  const { ask, state, exhaust, shared } = aGuard();
  await exhaust();
  expect(await ask('good 2')).toBe('refused');
  state.nowMs = 1_000;
  expect([await ask('bad 63'), await ask('good 2')]).toEqual(['refused', 'good']);
  expect(await aGuard(shared).ask('good 2')).toBe('good');
});

test('good keys take nothing, however many come from one address', async () => {
  const { ask } = aGuard();
  const answers: string[] = [];
  for (let n = 0; n < 200; n += 1) answers.push(await ask(`good ${n}`));
  expect(new Set(answers)).toEqual(new Set(['good']));
});

test('the first burst of a new key is let in whole, with one look-up at each process', async () => {
  const shared = createMemoryState(() => 0);
  const guards = [aGuard(shared), aGuard(shared)];
  const answers = await Promise.all(Array.from({ length: 400 }, (_none, n) => guards[n % 2]?.ask('good 1')));
  expect(new Set(answers)).toEqual(new Set(['good']));
  expect(guards.map(({ state }) => state.looks)).toEqual([1, 1]);
});

test('an unknown key sent many times at once is one try of each network it comes from', async () => {
  const { ask, state } = aGuard();
  const burst = (address: string) => Promise.all(Array.from({ length: 100 }, () => ask('bad', address)));
  const answers = await Promise.all([burst('192.0.2.1'), burst('198.51.100.1')]);
  expect(new Set(answers.flat())).toEqual(new Set(['unknown']));
  expect(state.looks).toBe(2);
  for (let n = 1; n < 60; n += 1) await ask(`bad ${n}`);
  expect([await ask('bad 60'), state.looks]).toEqual(['refused', 61]);
});

test('a look-up that fails is not remembered: the next call looks again', async () => {
  const guard = createUnknownKeyGuard(
    { shared: createMemoryState(() => 0), clock: { now: () => new Date(0) } },
    () => 0,
  );
  const from = { ip: '192.0.2.1' };
  const failing = Array.from({ length: 3 }, () => guard.read('key', from, () => Promise.reject(new Error('gone'))));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect((await guard.read('key', from, async () => ({ identity: {} })))?.identity).toBeDefined();
});

test('a key that was good and is revoked counts as unknown from then on', async () => {
  const state = { isLive: true };
  const guard = createUnknownKeyGuard(
    { shared: createMemoryState(() => 0), clock: { now: () => new Date(0) } },
    () => 0,
  );
  const ask = () => guard.read('key', { ip: '192.0.2.1' }, async () => ({ identity: state.isLive ? {} : undefined }));
  expect((await ask())?.identity).toBeDefined();
  state.isLive = false;
  expect([(await ask())?.identity, (await ask())?.identity, await ask()]).toEqual([undefined, undefined, undefined]);
});
