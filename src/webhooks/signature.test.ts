import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newSecret, signAttempt } from './signature.ts';

const body = '{"event":"booking.completed","booking_ref":"BLY-ABCDEF","status":"confirmed"}';

function sign(more: {
  secret: string;
  previousSecrets?: readonly string[];
  attempt?: number;
  at?: Date;
}): Record<string, string> {
  return signAttempt({
    previousSecrets: [],
    attempt: 1,
    attemptId: 'dlv_1',
    eventId: 'evt_1',
    body,
    at: new Date(),
    ...more,
  });
}

/** What spec.md requires of a receiver, written without our code. */
function accepts(headers: Record<string, string>, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from((headers['x-service-signature'] ?? '').replace(/^sha256=/, ''), 'hex'));
}

describe('signAttempt', () => {
  test('a literal example, computed elsewhere, so that the scheme cannot drift', () => {
    const headers = sign({
      secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
      at: new Date('2026-03-01T08:00:00.900Z'),
    });
    expect(headers).toMatchObject({
      'x-service-timestamp': '1772352000',
      'x-service-event-id': 'evt_1',
      'x-service-delivery-id': 'dlv_1',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1772352000',
    });
    expect(headers['x-service-signature']).toBe(
      'sha256=4585ca30bc083dfc33ded29816cf849c16132b6acfab233ff8fcc5b993a21f53',
    );
    expect(headers['webhook-signature']).toBe('v1,nHMWGbOvIt7zQ+0Zax1Hcxm3BOdZfRMZORRqCPKXewE=');
  });

  test('a receiver written from the specification accepts it, and refuses another secret or another body', () => {
    const secret = newSecret();
    const headers = sign({ secret });
    expect(accepts(headers, secret)).toBe(true);
    expect(accepts(headers, newSecret())).toBe(false);
  });

  test('the Standard Webhooks library accepts it', () => {
    const secret = newSecret();
    expect(new Webhook(secret).verify(body, sign({ secret }))).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSecret()).verify(body, sign({ secret }))).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, sign({ secret }))).toThrow();
  });

  test('during an overlap a receiver with either secret accepts within two attempts, and at once by Standard Webhooks', () => {
    const [secret, previousSecret] = [newSecret(), newSecret()];
    const [odd, even] = [1, 2].map((attempt) => sign({ secret, previousSecrets: [previousSecret], attempt }));
    expect([odd, even].map((headers) => accepts(headers ?? {}, secret))).toEqual([true, false]);
    expect([odd, even].map((headers) => accepts(headers ?? {}, previousSecret))).toEqual([false, true]);
    for (const key of [secret, previousSecret]) expect(new Webhook(key).verify(body, odd ?? {})).toBeDefined();
  });

  test('several old secrets take turns on even attempts, the newest first, and all sign by Standard Webhooks', () => {
    const [secret, first, second, third] = [newSecret(), newSecret(), newSecret(), newSecret()];
    const rotations = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => {
      const headers = sign({ secret, previousSecrets: [first, second, third], attempt });
      for (const key of [secret, first, second, third]) expect(new Webhook(key).verify(body, headers)).toBeDefined();
      return [secret, first, second, third].findIndex((key) => accepts(headers, key));
    });
    expect(rotations).toEqual([0, 1, 0, 2, 0, 3, 0, 1]);
  });

  test('without an overlap every attempt uses the one secret', () => {
    const secret = newSecret();
    expect([1, 2, 3].map((attempt) => accepts(sign({ secret, attempt }), secret))).toEqual([true, true, true]);
  });
});

describe('newSecret', () => {
  test('is whsec_ and 32 bytes of base64, never the same twice', () => {
    expect(Buffer.from(newSecret().replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(newSecret());
  });
});
