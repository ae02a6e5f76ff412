import { createHash } from 'node:crypto';
import * as jose from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fetchSigningKeys,
  type PublicKeys,
  SignatureError,
  verifyQuote,
  verifyReceipt,
} from '../../../src/client/bly.ts';
import {
  eraseUsedKeys,
  keepSigningKeys,
  replaceStolenKeys,
  rotateSigningKeys,
} from '../../../src/platform/security/signing-keys/signing-keys.ts';
import { DOCUMENT_KEYS } from '../../../src/signatures/model/document-keys.ts';
import { CARD_OK, makeCheckout, makeTrip } from '../../support/faults/trip-journeys.ts';
import { makeFamilyTrip } from '../../support/faults/mixed-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';

/** A plain flight: its price does not move. */
const FLIGHT = { origin: 'PAR', destination: 'LON' } as const;
/** The processes' clock: keys are made and rotated by it. */
const time = { ahead: 0 };
const clock = { now: () => new Date(Date.now() + time.ahead) };
let service: TestService;
beforeAll(async () => {
  service = await startService({ clock });
});
afterAll(() => service.close());

/** The database of the service, for a second process that must not close it. */
const sharedDatabase = () => ({ ...service.app.db, databaseUrl: undefined, close: async () => undefined });
const readKeys = (at: TestService = service) => fetchSigningKeys(at.url);
const countKeys = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from document_signing_key`.execute(service.app.db.q))
    .rows[0]?.count;

async function refusalOf(jws: string, keys: PublicKeys, more: { readonly issuer?: string; readonly now?: Date } = {}) {
  const refused = await verifyQuote({ jws, keys, ...more }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return refused instanceof SignatureError ? refused.reason : refused;
}

describe('two processes that sign for the first time at once', () => {
  test('make one key, also where a clock is behind the other, and each verifies what the other has signed', async () => {
    const behind = { now: () => new Date(clock.now().getTime() - 2_000) };
    const second = await startService({ db: sharedDatabase(), clock: behind, config: { publicUrl: service.url } });
    try {
      expect(await countKeys()).toBe(0);
      const trips = await Promise.all([makeTrip(service, FLIGHT), makeTrip(second, FLIGHT)]);
      const quotes = await Promise.all(
        [service, second].map(async (at, index) => {
          const { body } = await at.call('POST', '/v1/checkout', { trip_id: trips[index]?.body.trip_id });
          return String(body.quote_jws);
        }),
      );
      expect(await countKeys()).toBe(1);
      const [here, there] = await Promise.all([readKeys(), readKeys(second)]);
      expect(here).toEqual(there);
      for (const jws of quotes) expect((await verifyQuote({ jws, keys: here })).type).toBe('quote');
    } finally {
      await second.close();
    }
  });
});

describe('a signed quote', () => {
  test('says who sells what on which terms for how much until when, and names nobody', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    const keys = await readKeys();
    const quote = await verifyQuote({ jws: checkout.quote_jws, keys, issuer: service.url });
    expect(quote).toMatchObject({
      type: 'quote',
      iss: service.url,
      livemode: false,
      seller: { id: expect.stringMatching(/^org_/), name: expect.any(String), url: service.url },
      trip_id: tripId,
      sub: tripId,
      quote_id: checkout.quote_id,
      jti: checkout.quote_id,
      currency: checkout.total_amount.currency,
      total: checkout.total_amount,
      due_later: [],
      items: [{ kind: 'flight', price: checkout.total_amount, terms: { rules: expect.any(Array) } }],
      content: { on_partial: 'all_or_nothing', items: [{ kind: 'flight', passengers: { adt: 1 } }] },
      content_hash: checkout.content_hash,
    });
    const { rules } = quote.items[0]?.terms ?? {};
    expect(rules).toContainEqual({ type: 'refund', is_allowed: false, fee: null });
    expect(quote.exp).toBe(Math.floor(Date.parse(checkout.expires_at) / 1_000));
    const text = JSON.stringify(quote);
    for (const secret of ['Nellie', 'Bly"', 'nellie@example.com', '1990-05-05', checkout.session_id])
      expect(text).not.toContain(secret);
  });

  test('is verified by jose as well: ES256, a kid of the published set, a payload in canonical form', async () => {
    const { checkout } = await makeCheckout(service, FLIGHT);
    const keys = jose.createLocalJWKSet((await readKeys()) as jose.JSONWebKeySet);
    const { payload, protectedHeader } = await jose.compactVerify(checkout.quote_jws, keys);
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{43}$/) });
    const text = new TextDecoder().decode(payload);
    const { default: canonicalize } = await import('canonicalize');
    expect(canonicalize(JSON.parse(text))).toBe(text);
    expect((await jose.jwtVerify(checkout.quote_jws, keys, { issuer: service.url })).payload.jti).toBe(
      checkout.quote_id,
    );
  });

  test('is answered again byte for byte while it holds, also by several at once', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    const again = await Promise.all(
      Array.from({ length: 4 }, () => service.call('POST', '/v1/checkout', { trip_id: tripId })),
    );
    expect(again.map(({ body }) => body.quote_jws)).toEqual(Array(4).fill(checkout.quote_jws));
  });

  test('of a process that signed none is signed at the first repeat, once', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    await sql`delete from signed_document where document_id = ${checkout.quote_id}`.execute(service.app.db.q);
    const again = await Promise.all(
      Array.from({ length: 4 }, () => service.call('POST', '/v1/checkout', { trip_id: tripId })),
    );
    const [first, ...others] = again.map(({ body }) => String(body.quote_jws));
    expect(others).toEqual([first, first, first]);
    expect((await verifyQuote({ jws: first ?? '', keys: await readKeys() })).content_hash).toBe(checkout.content_hash);
  });

  test('that follows another of the same trip has the same content hash, and another one when what is bought differs', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    await service.advance(301);
    const next = (await service.call('POST', '/v1/checkout', { trip_id: tripId })).body;
    expect(next.quote_id).not.toBe(checkout.quote_id);
    expect(next.content_hash).toBe(checkout.content_hash);
    const changed = await service.call('POST', '/v1/trip', {
      trip_id: tripId,
      upsert_travelers: {
        travelers: [
          {
            first_name: 'Elizabeth',
            last_name: 'Cochrane',
            passenger_type: 'ADULT',
            date_of_birth: '1990-05-05',
            gender: 'FEMALE',
          },
        ],
      },
    });
    expect(changed.status).toBe(200);
    const other = (await service.call('POST', '/v1/checkout', { trip_id: tripId })).body;
    expect(other.total_amount).toEqual(checkout.total_amount);
    expect(other.content_hash).not.toBe(checkout.content_hash);
  });

  test('of a flight, a hotel and a car has all three, and what is collected on the spot', async () => {
    const { tripId } = await makeFamilyTrip(service);
    const { body } = await service.call('POST', '/v1/checkout', { trip_id: tripId });
    const quote = await verifyQuote({ jws: body.quote_jws, keys: await readKeys() });
    expect(quote.items.map(({ kind }) => kind).sort()).toEqual(['car', 'flight', 'hotel']);
    expect(quote.items.map(({ price }) => price.amount).reduce((sum, amount) => sum + amount, 0)).toBe(
      body.total_amount.amount,
    );
    expect(quote.due_later).toEqual(body.due_later);
  });
});

describe('what is not accepted', () => {
  test('a quote with any one character altered', async () => {
    const { checkout } = await makeCheckout(service, FLIGHT);
    const keys = await readKeys();
    const jws: string = checkout.quote_jws;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const lastDot = jws.lastIndexOf('.');
    // The whole signature and header, and every thirteenth character of the payload.
    const places = Array.from(jws, (_, at) => at).filter(
      (at) => jws[at] !== '.' && (at > lastDot || at < jws.indexOf('.') || at % 13 === 0),
    );
    const accepted: number[] = [];
    for (const at of places) {
      const next = alphabet[(alphabet.indexOf(jws[at] ?? '') + 1) % alphabet.length];
      if ((await refusalOf(`${jws.slice(0, at)}${next}${jws.slice(at + 1)}`, keys)) === undefined) accepted.push(at);
    }
    expect(places.length).toBeGreaterThan(300);
    expect(accepted).toEqual([]);
  });

  test('one whose price has ended: told as expired, with what it says', async () => {
    const { checkout } = await makeCheckout(service, FLIGHT);
    const keys = await readKeys();
    const end = new Date(checkout.expires_at);
    expect(await refusalOf(checkout.quote_jws, keys, { now: new Date(end.getTime() - 2_000) })).toBeUndefined();
    await expect(verifyQuote({ jws: checkout.quote_jws, keys, now: end })).rejects.toMatchObject({
      reason: 'expired',
      document: { quote_id: checkout.quote_id },
    });
  });

  test('one of a key that the set does not have: told as such; another issuer; keys that are none', async () => {
    const { checkout } = await makeCheckout(service, FLIGHT);
    const keys = await readKeys();
    expect(await refusalOf(checkout.quote_jws, { keys: [] })).toBe('unknown_key');
    expect(await refusalOf(checkout.quote_jws, { keys: keys.keys.map((key) => ({ ...key, x: 'AAAA' })) })).toBe(
      'unknown_key',
    );
    expect(await refusalOf(checkout.quote_jws, { keys: keys.keys.map((key) => ({ ...key, use: 'enc' })) })).toBe(
      'unknown_key',
    );
    expect(await refusalOf(checkout.quote_jws, keys, { issuer: 'https://travel.example.com' })).toBe('wrong_issuer');
  });

  test('one without an algorithm, or with the public key as the secret of another', async () => {
    const { checkout } = await makeCheckout(service, FLIGHT);
    const keys = await readKeys();
    const [, body = ''] = String(checkout.quote_jws).split('.');
    const { kid } = jose.decodeProtectedHeader(checkout.quote_jws);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${encode({ alg: 'none', kid })}.${body}.`;
    expect(await refusalOf(none, keys)).toBe('algorithm_refused');
    for (const secret of [JSON.stringify(keys.keys[0]), keys.keys[0]?.x ?? '']) {
      const forged = await new jose.CompactSign(Buffer.from(body, 'base64url'))
        .setProtectedHeader({ alg: 'HS256', ...(kid === undefined ? {} : { kid }), typ: 'JWT' })
        .sign(createHash('sha256').update(secret).digest());
      expect(await refusalOf(forged, keys)).toBe('algorithm_refused');
    }
    const own = await jose.generateKeyPair('ES256', { extractable: true });
    const sign = (header: jose.CompactJWSHeaderParameters) =>
      new jose.CompactSign(Buffer.from(body, 'base64url')).setProtectedHeader(header).sign(own.privateKey);
    expect(await refusalOf(await sign({ alg: 'ES256', kid: kid ?? '' }), keys)).toBe('signature_mismatch');
    // A header that brings its own key is not listened to.
    const jwk = await jose.exportJWK(own.publicKey);
    expect(await refusalOf(await sign({ alg: 'ES256', jwk, kid: 'mine' }), keys)).toBe('unknown_key');
  });

  test('a token of OAuth, a receipt, and what is no JWS at all', async () => {
    const keys = await readKeys();
    const oauth: PublicKeys = JSON.parse((await service.call('GET', '/oauth/jwks')).text);
    const kids = new Set(keys.keys.map(({ kid }) => kid));
    expect(oauth.keys.some(({ kid }) => kids.has(kid))).toBe(false);
    for (const text of ['', 'a', 'a.b', 'a.b.c', '..', 'e30.e30.e30', `${'A'.repeat(2_000_000)}.A.A`, '💶.💶.💶'])
      expect(['malformed', 'algorithm_refused']).toContain(await refusalOf(text, keys));
  });
});

describe('keys', () => {
  test('are public to any site, and hold no private part', async () => {
    const answer = await service.call('GET', '/.well-known/jwks.json', undefined, { 'x-api-key': '' });
    expect([
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, '*', 'public, max-age=300']);
    for (const key of JSON.parse(answer.text).keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    const { rows } = await sql<{ sealed_private: string; d: string | null }>`
      select sealed_private, public_jwk ->> 'd' as d from document_signing_key`.execute(service.app.db.q);
    expect(rows.map(({ d }) => d)).toEqual([null]);
    expect(rows[0]?.sealed_private).toMatch(/^[\w-]{100,}$/);
  });

  test('are rotated while quotes are open: both verify, and the open one can be paid', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    const before = await readKeys();
    const rotated = await rotateSigningKeys(service.app, DOCUMENT_KEYS);
    // Every process publishes the new key before any signs with it.
    time.ahead += 10_000;
    await expect
      .poll(async () => jose.decodeProtectedHeader((await makeCheckout(service, FLIGHT)).checkout.quote_jws).kid, {
        interval: 500,
      })
      .toBe(rotated.kid);
    const later = await makeCheckout(service, FLIGHT);
    expect(await refusalOf(later.checkout.quote_jws, before)).toBe('unknown_key');
    const keys = await readKeys();
    expect(keys.keys.map(({ kid }) => kid)).toEqual([rotated.kid, before.keys[0]?.kid]);
    const again = (await service.call('POST', '/v1/checkout', { trip_id: tripId })).body;
    expect(again.quote_jws).toBe(checkout.quote_jws);
    for (const jws of [checkout.quote_jws, later.checkout.quote_jws])
      expect(await refusalOf(jws, keys)).toBeUndefined();
    expect((await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK })).status).toBe(200);
  });

  test('that sign no longer lose their private half after an hour and stay public for 24 months', async () => {
    const day = 86_400_000;
    const [newest, first] = (await readKeys()).keys.map(({ kid }) => kid);
    const privateHalves = async () =>
      (
        await sql<{
          kid: string;
        }>`select kid from document_signing_key where sealed_private <> '' order by generation desc`.execute(
          service.app.db.q,
        )
      ).rows.map(({ kid }) => kid);
    await eraseUsedKeys(service.app, DOCUMENT_KEYS);
    expect(await privateHalves()).toEqual([newest, first]);
    const at = (days: number) => ({
      ...service.app,
      clock: { now: () => new Date(clock.now().getTime() + days * day) },
    });
    await eraseUsedKeys(at(1), DOCUMENT_KEYS);
    expect(await privateHalves()).toEqual([newest]);
    const kidsAfter = async (days: number) => {
      await keepSigningKeys(at(days), DOCUMENT_KEYS);
      return (
        await sql<{ kid: string }>`select kid from document_signing_key order by generation`.execute(service.app.db.q)
      ).rows.map(({ kid }) => kid);
    };
    expect(await kidsAfter(88)).toEqual([first, newest]);
    // The next one is made a day before the newest has signed for 90 days.
    expect(await kidsAfter(89.5)).toEqual([first, newest, expect.any(String)]);
    expect((await kidsAfter(743)).slice(0, 2)).toEqual([first, newest]);
    expect(await kidsAfter(745)).not.toContain(first);
  });
});

describe('the receipt', () => {
  test('is there once money was taken, names the quote that was paid, and is the same until money moves', async () => {
    const { tripId, checkout } = await makeCheckout(service, { origin: 'QAA', destination: 'QAL' });
    const path = `/v1/trip/${tripId}/receipt`;
    expect(await service.call('GET', path)).toMatchObject({
      status: 409,
      body: { error: { code: 'TRIP_STATE_CONFLICT' } },
    });
    await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await service.drain();
    const receipts = await Promise.all(Array.from({ length: 4 }, () => service.call('GET', path)));
    const [first, ...others] = receipts.map(({ body }) => body);
    expect(others).toEqual([first, first, first]);
    const keys = await readKeys();
    const receipt = await verifyReceipt({ jws: first.receipt_jws, keys, issuer: service.url });
    expect(receipt).toMatchObject({
      type: 'receipt',
      trip_id: tripId,
      booking_ref: first.booking_ref,
      total_paid: checkout.total_amount,
      total_refunded: { amount: 0 },
      payments: [{ purpose: 'trip', paid: checkout.total_amount, processor: 'sandbox' }],
      quote: {
        quote_id: checkout.quote_id,
        content_hash: checkout.content_hash,
        jws_hash: `sha256:${createHash('sha256').update(checkout.quote_jws).digest('base64url')}`,
      },
    });
    await expect(verifyQuote({ jws: first.receipt_jws, keys })).rejects.toMatchObject({ reason: 'wrong_type' });
    await expect(verifyReceipt({ jws: checkout.quote_jws, keys })).rejects.toMatchObject({ reason: 'wrong_type' });

    const guest = { booking_ref: first.booking_ref, last_name: 'Bly' };
    const { body: check } = await service.call('POST', '/v1/refund_check', guest);
    await service.call('POST', '/v1/refund_commit', { ...guest, quote_id: check.quote_id });
    await service.drain();
    const { body: after } = await service.call('GET', path);
    expect(after.receipt_jws).not.toBe(first.receipt_jws);
    expect((await verifyReceipt({ jws: after.receipt_jws, keys })).total_refunded.amount).toBeGreaterThan(0);
    expect((await verifyReceipt({ jws: first.receipt_jws, keys })).total_refunded.amount).toBe(0);
  });

  test('of another organization is the 404 of one that never was', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    const { key } = await service.makeKey();
    expect((await service.call('GET', `/v1/trip/${tripId}/receipt`, undefined, { 'x-api-key': key })).status).toBe(404);
  });
});

describe('a process whose BLY_SECRET_KEYS lack the key of the newest', () => {
  test('makes one of its own, which all publish', async () => {
    const other = await startService({
      db: sharedDatabase(),
      clock,
      config: { publicUrl: service.url, secretKeys: [Buffer.alloc(32, 9)] },
    });
    try {
      const { checkout } = await makeCheckout(other, FLIGHT);
      const { kid } = jose.decodeProtectedHeader(checkout.quote_jws);
      await expect.poll(async () => (await readKeys()).keys.map((key) => key.kid)).toContain(kid);
      expect(await refusalOf(checkout.quote_jws, await readKeys())).toBeUndefined();
      // The first goes on with its own: neither makes keys for ever.
      const here = await makeCheckout(service, FLIGHT);
      expect(jose.decodeProtectedHeader(here.checkout.quote_jws).kid).not.toBe(kid);
    } finally {
      await other.close();
    }
  });
});

describe('keys that were stolen', () => {
  test('are withdrawn: what they signed verifies no longer, and a receipt is signed anew when it is read', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await service.drain();
    const receiptOf = async () => String((await service.call('GET', `/v1/trip/${tripId}/receipt`)).body.receipt_jws);
    const before = await receiptOf();
    const { kid } = await replaceStolenKeys(service.app, DOCUMENT_KEYS);
    await expect.poll(async () => (await readKeys()).keys.map((key) => key.kid), { interval: 500 }).toEqual([kid]);
    const keys = await readKeys();
    expect(await refusalOf(checkout.quote_jws, keys)).toBe('unknown_key');
    await expect(verifyReceipt({ jws: before, keys })).rejects.toMatchObject({ reason: 'unknown_key' });
    const after = await Promise.all([receiptOf(), receiptOf(), receiptOf()]);
    expect(new Set(after).size).toBe(1);
    expect((await verifyReceipt({ jws: after[0] ?? '', keys })).trip_id).toBe(tripId);
  });
});
