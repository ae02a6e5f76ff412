import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSecret, signAttempt } from '../webhooks/signature.ts';
import { verifyWebhook, type WebhookDelivery } from './verify-webhook.ts';

// The example of src/webhooks/signature.test.ts, computed by neither side's code.
const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
const payload = '{"event":"booking.completed","booking_ref":"BLY-ABCDEF","status":"confirmed"}';
const own = {
  'X-Service-Timestamp': '1772352000',
  'X-Service-Signature': 'sha256=4585ca30bc083dfc33ded29816cf849c16132b6acfab233ff8fcc5b993a21f53',
};
const standard = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1772352000',
  'webhook-signature': 'v1,nHMWGbOvIt7zQ+0Zax1Hcxm3BOdZfRMZORRqCPKXewE=',
};
const now = new Date('2026-03-01T08:00:00Z');

function verify(more: Partial<WebhookDelivery>) {
  return verifyWebhook({ payload, headers: own, secret, now, ...more });
}
const seconds = (count: number) => new Date(now.getTime() + count * 1_000);

test('either family of headers, in any form headers come in, gives the event', async () => {
  const event = { event: 'booking.completed', booking_ref: 'BLY-ABCDEF', status: 'confirmed' };
  for (const headers of [
    own,
    standard,
    { ...own, ...standard },
    new Headers(own),
    new Headers(standard),
    { 'x-service-timestamp': ['1772352000'], 'x-service-signature': own['X-Service-Signature'] },
  ]) {
    expect(await verify({ headers })).toEqual(event);
  }
  expect(await verify({ payload: new TextEncoder().encode(payload) })).toEqual(event);
  expect(await verify({ payload: Buffer.from(payload), headers: standard })).toEqual(event);
  expect(await verify({ payload: new TextEncoder().encode(payload).buffer })).toEqual(event);
});

test('what was tampered with is a mismatch', async () => {
  const tampered: Partial<WebhookDelivery>[] = [
    { payload: `${payload} ` },
    { payload: payload.replace('ABCDEF', 'ABCDEG') },
    { secret: newSecret() },
    { headers: { ...own, 'X-Service-Timestamp': '1772352001' } },
    { headers: { ...own, 'X-Service-Signature': own['X-Service-Signature'].replace('4585', '4586') } },
    { headers: { ...own, 'X-Service-Signature': 'sha256=' } },
    { headers: { ...own, 'X-Service-Signature': 'sha256=zz' } },
    { headers: { ...standard, 'webhook-id': 'evt_2' } },
    { headers: { ...standard, 'webhook-timestamp': '1772352001' } },
    { headers: { ...standard, 'webhook-signature': 'v1,' } },
    { headers: { ...standard, 'webhook-signature': 'v1,%%%' } },
    { headers: { ...standard, 'webhook-signature': standard['webhook-signature'].replace('v1,', 'v2,') } },
  ];
  for (const delivery of tampered)
    await expect(verify(delivery)).rejects.toMatchObject({ name: 'WebhookError', reason: 'signature_mismatch' });
});

test('a genuine delivery is refused outside the tolerance, either way, and taken at its edges', async () => {
  for (const headers of [own, standard]) {
    for (const offset of [-300, 0, 300])
      expect(await verify({ headers, now: seconds(offset) })).toMatchObject({ booking_ref: 'BLY-ABCDEF' });
    await expect(verify({ headers, now: seconds(301) })).rejects.toMatchObject({ reason: 'too_old' });
    await expect(verify({ headers, now: seconds(-301) })).rejects.toMatchObject({ reason: 'in_the_future' });
    await expect(verify({ headers, now: seconds(11), toleranceSeconds: 10 })).rejects.toMatchObject({
      reason: 'too_old',
    });
  }
  await expect(verify({ toleranceSeconds: Number.NaN })).rejects.toMatchObject({ reason: 'too_old' });
  await expect(verify({ now: new Date() })).rejects.toMatchObject({ reason: 'too_old' });
});

test('missing headers, a secret without its prefix, and a genuine payload that is no event are told apart', async () => {
  for (const headers of [
    {},
    { 'X-Service-Signature': own['X-Service-Signature'] },
    { 'webhook-id': 'evt_1', 'webhook-signature': standard['webhook-signature'] },
  ]) {
    await expect(verify({ headers })).rejects.toMatchObject({ reason: 'headers_missing' });
  }
  for (const wrong of ['', 'MDEyMzQ1', 'whsec_', 'whsec_%'])
    await expect(verify({ secret: wrong })).rejects.toMatchObject({ reason: 'secret_malformed' });
  for (const body of ['', 'null', '[]', '{"event":1}', '{']) {
    const headers = signAttempt({
      secret,
      previousSecrets: [],
      attempt: 1,
      attemptId: 'dlv_1',
      eventId: 'evt_1',
      body,
      at: now,
    });
    await expect(verify({ payload: body, headers })).rejects.toMatchObject({ reason: 'payload_malformed' });
  }
});

test('while a secret is being replaced, a receiver with either takes every attempt', async () => {
  const previousSecret = newSecret();
  for (const attempt of [1, 2]) {
    const headers = signAttempt({
      secret,
      previousSecrets: [previousSecret],
      attempt,
      attemptId: 'dlv_1',
      eventId: 'evt_1',
      body: payload,
      at: now,
    });
    for (const key of [secret, previousSecret])
      expect(await verify({ headers, secret: key })).toMatchObject({ status: 'confirmed' });
  }
});

test('whatever the service signs verifies, and no other byte does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ note: fc.string({ unit: 'grapheme' }), at: fc.nat() }),
      fc.nat(),
      async (content, place) => {
        const body = JSON.stringify({ event: 'made.up', ...content });
        const headers = signAttempt({
          secret,
          previousSecrets: [],
          attempt: 1,
          attemptId: 'dlv_1',
          eventId: 'evt_1',
          body,
          at: now,
        });
        expect(await verify({ payload: body, headers })).toEqual({ event: 'made.up', ...content });
        const bytes = new TextEncoder().encode(body);
        bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ 1;
        await expect(verify({ payload: bytes, headers })).rejects.toMatchObject({ reason: 'signature_mismatch' });
      },
    ),
    { numRuns: 50 },
  );
});
