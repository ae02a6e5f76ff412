import { afterAll, beforeAll, expect, test } from 'vitest';
import { Counters } from '../../src/metering/counters.ts';
import type { Charge, Identity } from '../../src/platform/http/gate.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
});

test('what nobody uses is let go of and read again: no call under way, unwritten or counted is lost with it', async () => {
  const { key, organizationId } = await service.makeKey({ quotaCalls: 3 });
  const identity = await service.app.gate.authenticate({ kind: 'text', text: key }, 'api');
  if (identity === undefined) throw new Error('the key is unknown');
  const counters = new Counters(service.app);
  const charge: Charge = { operationId: 'probe', cost: 10, now: new Date(), endUserId: undefined };
  const setAside = async (who: Identity = identity) => await counters.setAside(who, charge);

  expect(await setAside()).toBeUndefined();
  expect(counters.forgetIdle(-1), 'a call is under way').toBe(2);
  counters.settle(identity, charge, true);
  expect(counters.forgetIdle(-1), 'it is not written').toBe(2);
  await counters.flush(false);
  expect(counters.forgetIdle(-1)).toBe(0);

  counters.note(identity, charge);
  await counters.flush(false);
  expect(counters.forgetIdle(-1), 'the record is not written').toBe(1);
  await counters.flush(true);
  expect(counters.forgetIdle(60_000), 'used within the minute').toBe(1);
  expect(counters.forgetIdle(-1)).toBe(0);

  expect([await setAside(), await setAside()]).toEqual([undefined, undefined]);
  expect(await setAside(), 'the first call still counts').toMatchObject({ kind: 'quota' });
  expect(identity.organizationId).toBe(organizationId);
});
