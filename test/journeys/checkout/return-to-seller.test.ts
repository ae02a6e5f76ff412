import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchSigningKeys, verifyReturn } from '../../../src/client/bly.ts';
import { CARD_DECLINED, CARD_OK, makeTrip } from '../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const HOST = 'shop.nordwind.example';
const SUCCESS = `https://${HOST}/done?order=7`;
const CANCEL = `https://${HOST}/basket`;
const BOTH = { success_url: SUCCESS, cancel_url: CANCEL };

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.call('PUT', '/v1/organization', { name: 'Nordwind', return_hosts: [HOST] });
});
afterAll(() => service.close());

/** A checked-out trip whose outcome its route decides. */
async function checkOut(more: object, destination = 'QAG') {
  const tripId = (await makeTrip(service, { origin: 'QAA', destination })).body.trip_id;
  const answer = await service.call('POST', '/v1/checkout', { trip_id: tripId, ...more });
  return { tripId, answer, path: `/checkout/${answer.body.session_id}` };
}
const pay = (tripId: string, card: string) => service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card });
const open = (path: string) => service.call('GET', path, undefined, { 'accept-language': 'en', 'x-api-key': '' });

/** Leaves the page by its link: where the browser is sent, and what it says there. */
async function leave(path: string) {
  const answer = await open(`${path}/return`);
  const location = answer.headers.get('location') ?? '';
  expect([answer.status, answer.headers.get('referrer-policy'), answer.headers.get('cache-control')]).toEqual([
    303,
    'no-referrer',
    'no-store',
  ]);
  const keys = await fetchSigningKeys(service.url);
  return { location, keys, result: await verifyReturn({ url: location, keys, host: HOST, issuer: service.url }) };
}

describe('where a payer is led back to', () => {
  test('before anything is paid: to the cancel address, which says that the link is still open', async () => {
    const { path, tripId, answer } = await checkOut(BOTH);
    expect((await open(path)).text).toContain('Back to Nordwind');
    const { location, result } = await leave(path);
    expect(location.startsWith(`${CANCEL}?bly_result=`)).toBe(true);
    expect(result).toMatchObject({
      type: 'checkout_result',
      aud: HOST,
      outcome: 'open',
      livemode: false,
      seller: { name: 'Nordwind' },
      session_id: answer.body.session_id,
      trip_id: tripId,
    });
    expect([result.booking_ref, result.total_paid]).toEqual([undefined, undefined]);
    await pay(tripId, CARD_DECLINED);
    expect((await leave(path)).result.outcome).toBe('open');
  });

  test('while it is being booked: on, and nobody says that it is booked; then with reference and amount', async () => {
    const { path, tripId, answer } = await checkOut(BOTH);
    await pay(tripId, CARD_OK);
    const early = await leave(path);
    expect(early.location.startsWith(`${SUCCESS}&bly_result=`)).toBe(true);
    expect(early.result).toMatchObject({ outcome: 'pending', booking_ref: expect.stringMatching(/^BLY-/) });
    expect(early.result.total_paid).toBeUndefined();
    await service.drain();
    expect((await open(path)).text).toContain('Continue to Nordwind');
    const late = await leave(path);
    expect(late.result).toMatchObject({
      outcome: 'booked',
      booking_ref: early.result.booking_ref,
      total_paid: answer.body.total_amount,
    });
    // Each answer has an id of its own: a receiver that has seen one knows a repeat.
    expect(late.result.jti).not.toBe((await leave(path)).result.jti);
  });

  test('when booking failed, and when the trip was given up: back, with which of the two', async () => {
    const failed = await checkOut(BOTH, 'QAI');
    await pay(failed.tripId, CARD_OK);
    await service.drain();
    const { location, result } = await leave(failed.path);
    expect([location.startsWith(CANCEL), result.outcome]).toEqual([true, 'failed']);

    const cancelled = await checkOut(BOTH);
    await service.call('POST', '/v1/cancel_trip', { trip_id: cancelled.tripId });
    expect((await leave(cancelled.path)).result.outcome).toBe('closed');
  });

  test('a renewed quote keeps the addresses; a repeat with others replaces them; one without leaves them', async () => {
    const { path, tripId } = await checkOut(BOTH);
    await service.call('POST', '/v1/checkout', { trip_id: tripId });
    expect((await leave(path)).location.startsWith(CANCEL)).toBe(true);
    const other = `https://${HOST}/elsewhere`;
    await service.call('POST', '/v1/checkout', { trip_id: tripId, cancel_url: other });
    expect((await leave(path)).location.startsWith(other)).toBe(true);
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 301 });
    const page = await open(path);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await service.call('POST', path, new URLSearchParams({ csrf, action: 'pay' }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-api-key': '',
    });
    expect((await leave(path)).location.startsWith(other)).toBe(true);
  });

  test('nowhere without an address, from an unknown link, and to a host that was taken off the list', async () => {
    const plain = await checkOut({});
    const stays = await open(`${plain.path}/return`);
    expect([stays.status, stays.headers.get('location')]).toEqual([303, plain.path]);
    expect((await open(plain.path)).text).not.toContain('/return"');
    expect((await open('/checkout/cs_nobody/return')).status).toBe(404);

    const { path } = await checkOut(BOTH);
    await service.call('PUT', '/v1/organization', { name: 'Nordwind' });
    expect((await open(`${path}/return`)).headers.get('location')).toBe(path);
    expect((await open(path)).text).not.toContain('/return"');
    await service.call('PUT', '/v1/organization', { name: 'Nordwind', return_hosts: [HOST] });
  });

  test('nothing of a request leads elsewhere', async () => {
    const { path } = await checkOut(BOTH);
    for (const query of ['success_url=https://evil.example', 'cancel_url=//evil.example', 'url=https://evil.example'])
      expect((await open(`${path}/return?${query}`)).headers.get('location')).toMatch(new RegExp(`^${CANCEL}`));
  });

  test.each([
    ['success_url', 'https://evil.example/done'],
    ['cancel_url', 'https://evil.example/'],
    ['success_url', 'http://shop.nordwind.example/'],
    ['cancel_url', 'javascript:alert(1)'],
    ['success_url', `https://${HOST}@evil.example/`],
    ['cancel_url', `https://${HOST}/?bly_result=forged`],
  ])('refuses a %s of %s before anything is quoted', async (field, url) => {
    const { answer, tripId } = await checkOut({ ...BOTH, [field]: url });
    expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([422, field]);
    expect((await service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('draft');
  });

  test('takes an address of the own machine in the sandbox', async () => {
    const { path } = await checkOut({ cancel_url: 'http://localhost:3000/basket' });
    expect((await open(`${path}/return`)).headers.get('location')).toMatch(/^http:\/\/localhost:3000\/basket\?bly_res/);
  });
});

describe('a result', () => {
  test('is verified by a JWT library with one line, too', async () => {
    const { path } = await checkOut(BOTH);
    const { location } = await leave(path);
    const token = new URL(location).searchParams.get('bly_result') ?? '';
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', service.url));
    const { payload } = await jwtVerify(token, keys, { audience: HOST, issuer: service.url });
    expect(payload['outcome']).toBe('open');
  });

  test('that was altered, cut, made for another shop, by another service or long ago is refused', async () => {
    const { path } = await checkOut(BOTH);
    const { location, keys } = await leave(path);
    const token = new URL(location).searchParams.get('bly_result') ?? '';
    const [head = '', body = '', end = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, outcome: 'booked' })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const refusal = (url: string, more: object = {}) =>
      verifyReturn({ url, keys, host: HOST, ...more }).then(
        () => 'accepted',
        (error: { readonly reason: string }) => error.reason,
      );
    expect(await refusal(token)).toBe('accepted');
    expect(await refusal(`/basket?bly_result=${token}`)).toBe('accepted');
    expect(await refusal([head, forged, end].join('.'))).toBe('signature_mismatch');
    expect(await refusal([none, forged, ''].join('.'))).toBe('algorithm_refused');
    expect(await refusal(CANCEL)).toBe('malformed');
    expect(await refusal(token, { host: 'shop.other.example' })).toBe('wrong_audience');
    expect(await refusal(token, { issuer: 'https://other.example' })).toBe('wrong_issuer');
    expect(await refusal(token, { now: new Date(Date.now() + 3_700_000) })).toBe('expired');
    const { answer } = await checkOut({});
    expect(await refusal(answer.body.quote_jws)).toBe('wrong_type');
  });
});
