import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DuffelOrdersUnderTest, openDuffelOrders } from '../../support/suppliers/duffel-orders.ts';

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterAll(() => at.close());

const HEADER = 'x-duffel-signature';
let count = 0;

interface Sent {
  readonly type?: string;
  readonly object?: object;
  readonly eventId?: string;
  readonly isLive?: boolean;
  readonly body?: string;
  readonly secret?: string | Buffer;
  readonly version?: string;
  readonly secondsAgo?: number;
  readonly accountId?: string;
}

/** Sends a callback as Duffel would sign it now, but for what is said otherwise. */
function send(sent: Sent) {
  count += 1;
  const body =
    sent.body ??
    JSON.stringify({
      id: sent.eventId ?? `wev_${count}`,
      type: sent.type ?? 'order.created',
      live_mode: sent.isLive ?? false,
      data: { object: sent.object ?? {} },
    });
  const time = Math.floor(at.now().getTime() / 1_000) - (sent.secondsAgo ?? 0);
  const mac = createHmac('sha256', sent.secret ?? 'stub-webhook-secret-of-orders')
    .update(`${time}.${body}`)
    .digest('hex');
  return at.orders.readCallback({
    accountId: sent.accountId,
    body: Buffer.from(body),
    headers: { [HEADER]: `t=${time},${sent.version ?? 'v1'}=${mac}` },
  });
}

/** A reference that waits for its outcome. */
async function waiting() {
  const { request } = await at.anOffer();
  at.stub.control.addFault({ operation: 'order', fault: { kind: 'accepted', seconds: 60 }, times: 1 });
  await at.orders.book(request, at.context());
  return request;
}

describe('who is believed', () => {
  const forged = { kind: 'forged', why: 'signature' };

  test('a signature of v1, of v2, and by the key that the secret is in base64', async () => {
    const { fareKey, reference } = await waiting();
    const object = { offer_id: fareKey };
    for (const change of [{}, { version: 'v2' }, { secret: Buffer.from('stub-webhook-secret-of-orders', 'base64') }])
      expect(await send({ object, ...change })).toMatchObject({ kind: 'bookings', bookings: [{ reference }] });
  });

  test('nobody else: another secret, another version, too old, from the future, another body, another account', async () => {
    const object = { offer_id: (await waiting()).fareKey };
    expect(await send({ object, secret: 'another' })).toEqual(forged);
    expect(await send({ object, version: 'v3' })).toEqual(forged);
    expect(await send({ object, secondsAgo: 301 })).toEqual(forged);
    expect(await send({ object, secondsAgo: -301 })).toEqual(forged);
    expect((await send({ object, secondsAgo: 299 })).kind).toBe('bookings');
    expect(await send({ object, accountId: 'sac_unknown' })).toEqual(forged);
    const body = Buffer.from('{}');
    for (const header of [undefined, '', 't=1', `t=${'9'.repeat(13)},v1=00`, `t=1,v1=${'0'.repeat(64)}`, 'v1=00'])
      expect(
        await at.orders.readCallback({
          accountId: undefined,
          body,
          headers: header === undefined ? {} : { [HEADER]: header },
        }),
      ).toEqual(forged);
  });

  test('an event of the other mode, and what cannot be read, are refused as well', async () => {
    const object = { offer_id: (await waiting()).fareKey };
    expect(await send({ object, isLive: true })).toEqual({ kind: 'forged', why: 'other_mode' });
    for (const body of ['', '{', '[]', '{"id":"wev_1"}', 'null'])
      expect(await send({ body })).toEqual({ kind: 'forged', why: 'unreadable' });
  });
});

describe('what is heard', () => {
  test('an event is acted on until it is done, then never again; it is found by order and by offer', async () => {
    const { fareKey, reference } = await waiting();
    const event = { object: { id: 'ord_unknown', offer_id: fareKey }, eventId: 'wev_once' };
    expect(await send(event)).toMatchObject({
      kind: 'bookings',
      bookings: [{ reference, organizationId: 'org_orders' }],
    });
    const again = await send(event);
    if (again.kind !== 'bookings') throw new Error('it was not done yet');
    await again.done();
    expect((await send(event)).kind).toBe('ignored');
    await at.advance(61_000);
    await at.orders.lookUp(reference, at.context());
    const [order] = at.ordersOf(reference);
    expect(await send({ object: { id: order?.id } })).toMatchObject({ kind: 'bookings', bookings: [{ reference }] });
    const cancellation = { type: 'order_cancellation.confirmed', object: { id: 'ore_1', order_id: order?.id } };
    expect(await send(cancellation)).toMatchObject({ kind: 'bookings', bookings: [{ reference }] });
  });

  test('orders that are not ours, and events about other things, are passed over', async () => {
    const object = { offer_id: (await waiting()).fareKey };
    expect((await send({ object: { id: 'ord_unknown', offer_id: 'off_unknown' } })).kind).toBe('ignored');
    expect((await send({ object: {} })).kind).toBe('ignored');
    for (const type of ['ping.triggered', 'air.payment.succeeded', 'stays.booking.created', 'quite.new'])
      expect([type, (await send({ object, type })).kind]).toEqual([type, 'ignored']);
  });
});

describe('order.creation_failed', () => {
  async function failing() {
    const { request } = await at.anOffer();
    at.stub.control.addFault({
      operation: 'order',
      fault: { kind: 'accepted', outcome: 'failed', seconds: 30 },
      times: 1,
    });
    expect((await at.orders.book(request, at.context())).kind).toBe('pending');
    return request;
  }

  test('is believed once it was read at Duffel: then the order is refused, with the event as proof', async () => {
    const { reference, fareKey } = await failing();
    await at.advance(31_000);
    expect((await at.orders.lookUp(reference, at.context())).kind).toBe('unknown');
    const event = at.stub.control.events().at(-1);
    await send({ type: 'order.creation_failed', eventId: event?.id ?? '', object: { offer_id: fareKey } });
    const refused = {
      kind: 'refused',
      reason: 'The airline did not create the order.',
      proof: `event ${event?.id} order.creation_failed`,
    };
    expect(await at.orders.lookUp(reference, at.context())).toEqual(refused);
    expect(await at.orders.lookUp(reference, at.context())).toEqual(refused);
  });

  test('that Duffel does not know, or that is of another order, changes nothing', async () => {
    const [first, second] = [await failing(), await failing()];
    await at.advance(31_000);
    const ofFirst = at.stub.control.events().find(({ data }) => data.object['offer_id'] === first.fareKey);
    for (const eventId of ['wev_invented', ofFirst?.id ?? '']) {
      await send({ type: 'order.creation_failed', eventId, object: { offer_id: second.fareKey } });
      expect((await at.orders.lookUp(second.reference, at.context())).kind).toBe('unknown');
    }
  });

  test('of an order that exists all the same does not hide it', async () => {
    const { reference, fareKey } = await waiting();
    await at.advance(61_000);
    await send({ type: 'order.creation_failed', object: { offer_id: fareKey } });
    expect((await at.orders.lookUp(reference, at.context())).kind).toBe('confirmed');
  });
});
