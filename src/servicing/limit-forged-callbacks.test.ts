import { expect, test } from 'vitest';
import { Refusal } from '../platform/errors.ts';
import { createMemoryState } from '../platform/shared-state/shared-state-memory.ts';
import { readWithinLimit } from './limit-forged-callbacks.ts';

/** Callbacks of the accounts that begin with `sac_known` are signed. Time stands still until it is moved. */
function aReader() {
  const state = { nowMs: 0, reads: 0 };
  const app = { shared: createMemoryState(() => state.nowMs), clock: { now: () => new Date(0) } };
  const send = async (
    accountId: string,
    { address = '192.0.2.1', isSigned = accountId.startsWith('sac_known') } = {},
  ) => {
    try {
      const { kind } = await readWithinLimit(app, { supplierId: 'duffel', accountId, address }, async () => {
        state.reads += 1;
        return isSigned ? { kind: 'ignored', what: 'a ping' } : { kind: 'forged', why: 'signature' };
      });
      return kind;
    } catch (error) {
      return error instanceof Refusal && error.condition === 'rate_exceeded' ? 'refused' : 'broken';
    }
  };
  const exhaust = () => Promise.all(Array.from({ length: 60 }, (_none, n) => send(`sac_made_up_${n}`)));
  return { state, send, exhaust };
}

test('beyond sixty forgeries of a network nothing is read for them; other networks are heard, and it again a second later', async () => {
  const { state, send, exhaust } = aReader();
  expect(new Set(await exhaust())).toEqual(new Set(['forged']));
  expect([await send('sac_made_up'), await send('sac_known_new'), state.reads]).toEqual(['refused', 'refused', 60]);
  expect(await send('sac_made_up', { address: '198.51.100.1' })).toBe('forged');
  state.nowMs = 1_000;
  expect([await send('sac_known_new'), await send('sac_made_up'), await send('sac_made_up')]).toEqual([
    'ignored',
    'forged',
    'refused',
  ]);
});

test('what is signed costs its network nothing, and its account is heard beside any number of forgeries', async () => {
  const { state, send, exhaust } = aReader();
  for (let n = 0; n < 200; n += 1) expect(await send('sac_known')).toBe('ignored');
  await exhaust();
  expect([await send('sac_made_up'), await send('sac_known')]).toEqual(['refused', 'ignored']);
  // A forgery in the name of that account, from another network, takes nothing from it.
  for (let n = 0; n < 61; n += 1) await send('sac_known', { address: '198.51.100.1', isSigned: false });
  expect(await send('sac_known')).toBe('ignored');
  expect(state.reads).toBe(200 + 60 + 1 + 61 + 1);
});
