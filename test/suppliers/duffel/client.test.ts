import { expect, test } from 'vitest';
import type { DuffelRequest } from '../../../src/suppliers/duffel/client.ts';
import { DEPARTURE } from '../../support/suppliers/duffel-calls.ts';
import { duffelContext, openDuffelClient } from '../../support/suppliers/duffel-client.ts';

const readList = (data: unknown): readonly unknown[] | undefined => (Array.isArray(data) ? data : undefined);
const OFFERS: DuffelRequest<readonly unknown[]> = {
  method: 'GET',
  path: '/air/offers?offer_request_id=orq_x',
  read: readList,
};
const SEARCH: DuffelRequest<object> = {
  method: 'POST',
  path: '/air/offer_requests?return_offers=false',
  data: {
    slices: [{ origin: 'LHR', destination: 'JFK', departure_date: DEPARTURE }],
    passengers: [{ type: 'adult' }],
  },
  read: (data) => (typeof data === 'object' && data !== null ? data : undefined),
};

test('a request that is strict enough for Duffel is done', async () => {
  const { client, account } = await openDuffelClient();
  expect(await client.request(account, duffelContext(), SEARCH)).toMatchObject({
    kind: 'done',
    status: 201,
    requestId: expect.stringMatching(/^F/),
    value: { id: expect.stringMatching(/^orq_/) },
  });
});

test('a refusal proves itself by its code and Duffel’s id of the request', async () => {
  const { client, account, healths } = await openDuffelClient();
  const reply = await client.request(account, duffelContext(), OFFERS);
  expect(reply).toMatchObject({ kind: 'refused', codes: ['not_found'] });
  expect(reply.kind === 'refused' && reply.proof).toMatch(/^404 not_found, request F/);
  expect(healths).toEqual([{ kind: 'well' }]);
});

test.each([
  [{ kind: 'reset' }, { kind: 'unknown', reason: 'connection', wasSent: true }, 'failed'],
  [{ kind: 'cut_body' }, { kind: 'unknown', reason: 'connection', wasSent: true }, 'failed'],
  [{ kind: 'cut_json' }, { kind: 'unknown', reason: 'unreadable', wasSent: true }, 'well'],
  [{ kind: 'html' }, { kind: 'unknown', wasSent: true }, 'failed'],
  [{ kind: 'huge' }, { kind: 'unknown', reason: 'unreadable', wasSent: true }, 'well'],
  [{ kind: 'error', status: 504, code: 'gateway_timeout_error' }, { kind: 'unknown', reason: 'timeout' }, 'failed'],
  [{ kind: 'error', status: 422, code: 400, empty: true }, { kind: 'refused', codes: [] }, 'well'],
  [{ kind: 'rate_limited', seconds: 5 }, { kind: 'slow_down' }, 'slow_down'],
] as const)('%j', async (fault, reply, health) => {
  const { stub, client, account, healths } = await openDuffelClient();
  stub.control.addFault({ operation: 'search', fault, times: 1 });
  expect(await client.request(account, duffelContext(), SEARCH)).toMatchObject(reply);
  expect(healths.map(({ kind }) => kind)).toEqual([health]);
});

test('silence until the deadline is unknown, and was sent', async () => {
  const { stub, client, account, healths } = await openDuffelClient();
  stub.control.addFault({ operation: 'search', fault: { kind: 'hang' }, times: 1 });
  expect(await client.request(account, duffelContext({ deadlineMs: 200 }), SEARCH)).toMatchObject({
    kind: 'unknown',
    reason: 'timeout',
    wasSent: true,
  });
  expect(healths).toMatchObject([{ kind: 'failed' }]);
});

test.each<[string, (url: string) => string]>([
  ['nobody listens', () => 'http://127.0.0.1:1'],
  ['the name is not known', () => 'http://duffel.invalid'],
  ['the other side speaks no TLS', (url) => url.replace('http:', 'https:')],
])('where %s, it is proven that nothing was sent', async (_, toAddress) => {
  const { stub, client, account, healths } = await openDuffelClient();
  const elsewhere = { ...account, baseUrl: toAddress(stub.url) };
  const reply = await client.request(elsewhere, duffelContext(), SEARCH);
  expect(reply).toMatchObject({ kind: 'unknown', reason: 'connection', wasSent: false });
  expect(healths).toMatchObject([{ kind: 'failed' }]);
  expect(stub.control.calls()).toEqual({});
});

test.each(['expired', 'forbidden'] as const)('a suspended key (%s) is not accepted', async (suspended) => {
  const { stub, client, account, healths } = await openDuffelClient();
  stub.control.set({ suspended });
  expect((await client.request(account, duffelContext(), SEARCH)).kind).toBe('unauthorised');
  expect(healths.map(({ kind }) => kind)).toEqual(['unauthorised']);
});
