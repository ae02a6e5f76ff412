import fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer } from '../support/service/service.ts';
import { CONTACT, NELLIE } from '../support/faults/trip-journeys.ts';
import { type AddItem, PRODUCTS, type Product, RUN_DAYS_MAX } from './catalogue.ts';
import { observeAll, type Run, runJobs } from './observe.ts';
import {
  DAY,
  isLive,
  isOpen,
  lapse,
  LINK_LIFE,
  type Model,
  type ModelTrip,
  quoteTrip,
  refusalOf,
  totalOf,
  touch,
} from './trip-model.ts';

export type TripCommand = fc.AsyncCommand<Model, Run>;

const TRIPS_MAX = 30;
/** Below this number a command is about any trip; else about the newest that it can do something to. */
const ANY = 3;
const ITEMS_MAX = 10;
const TRAVELER = { ...NELLIE, title: 'MS' } as const;
const PARTIES = { one: [TRAVELER], two: [TRAVELER, { ...TRAVELER, first_name: 'Robert', gender: 'MALE' }] } as const;

/** How a command works on the trip it is about; answers a word for what came of it. */
type Act = (run: Run, trip: ModelTrip, model: Model) => Promise<string>;

/** Where a command finds something to do. */
export type Wants = (trip: ModelTrip) => boolean;
const anOpenTrip: Wants = ({ status }) => status === 'draft' || status === 'quoted';

/**
 * One command: acts, lets jobs run or not, then compares everything. `isAsleep`: no worker is at work for this moment.
 */
export function command(
  name: string,
  which: number,
  isAsleep: boolean,
  act: Act,
  wants: Wants = anOpenTrip,
): TripCommand {
  return {
    check: ({ trips }) => trips.length > 0,
    async run(model, run) {
      const trip = (which < ANY ? undefined : model.trips.findLast(wants)) ?? model.trips[which % model.trips.length];
      if (!trip) return;
      const result = await act(run, trip, model);
      const label = `${name}: ${result}`;
      run.counts.set(label, (run.counts.get(label) ?? 0) + 1);
      if (!isAsleep) await runJobs(run, model);
      await observeAll(run, model, trip);
    },
    toString: () => `${name}#${which}${isAsleep ? ' (no worker)' : ''}`,
  };
}

/** Insists on a refusal. */
export function expectRefusal(
  { status, body }: Answer,
  refusal: { readonly status: number; readonly code: string },
): string {
  expect([status, body.error?.code]).toEqual([refusal.status, refusal.code]);
  return refusal.code;
}

/** A new trip: empty, or with one thing and two travelers, ready to be checked out. */
const createTrip = ([product, ...others]: readonly Product[]): TripCommand => ({
  check: ({ trips }) => trips.length < TRIPS_MAX,
  async run(model, run) {
    let item = product && (await run.catalogue.find(product));
    const create = (found: AddItem | undefined) =>
      run.world.call(
        'POST',
        '/v1/trip',
        found ? { add_item: found, upsert_travelers: { travelers: PARTIES.two, contact: CONTACT } } : {},
      );
    let answer = await create(item);
    if (product && isSoldOut(answer)) {
      item = await run.catalogue.findAnew(product);
      answer = await create(item);
    }
    const { status, body, text } = answer;
    expect([status, body.status, body.actions_performed], text).toEqual([
      200,
      'draft',
      item ? ['created', 'item_added', 'travelers_updated'] : ['created'],
    ]);
    const now = run.world.now();
    model.trips.push({
      tripId: body.trip_id,
      status: 'draft',
      quote: undefined,
      attempt: undefined,
      onPartial: 'all_or_nothing',
      touchedAt: now,
      fulfilment: undefined,
      bookingRef: undefined,
      travelers: item ? 'two' : 'none',
      items:
        item && product
          ? [
              {
                itemId: body.items[0].item_id,
                product,
                token: JSON.stringify(item),
                price: body.items[0].price.amount,
                pricedAt: now,
                wasShown: false,
              },
            ]
          : [],
    });
    const trip = model.trips.at(-1);
    if (trip) for (const other of others) await addTo(run, trip, other);
    run.counts.set('create: ok', (run.counts.get('create: ok') ?? 0) + 1);
    await observeAll(run, model);
  },
  toString: () => `create ${[product, ...others].map((one) => one?.name).join(' + ')}`,
});

const addItem = (which: number, product: Product, isAsleep: boolean): TripCommand =>
  command(`add ${product.name}`, which, isAsleep, (run, trip) => addTo(run, trip, product));

/** Other trips of the run have bought the last of it since it was found. */
function isSoldOut({ status, body }: Answer): boolean {
  return status === 409 && body.error.code === 'OFFER_UNAVAILABLE';
}

async function addTo(run: Run, trip: ModelTrip, product: Product): Promise<string> {
  let item = await run.catalogue.find(product);
  let answer = await run.world.call('POST', '/v1/trip', { trip_id: trip.tripId, add_item: item });
  if (isSoldOut(answer)) {
    item = await run.catalogue.findAnew(product);
    answer = await run.world.call('POST', '/v1/trip', { trip_id: trip.tripId, add_item: item });
  }
  const token = JSON.stringify(item);
  if (!isOpen(trip, run.world.now())) return expectRefusal(answer, refusalOf(trip));
  const isRepeat = trip.items.some((known) => known.token === token);
  if (!isRepeat && trip.items.length >= ITEMS_MAX && answer.status === 422) return 'full';
  expect(answer.status, answer.text).toBe(200);
  const added = answer.body.items.find(({ item_id: id }: { item_id: string }) =>
    trip.items.every(({ itemId }) => itemId !== id),
  );
  expect([answer.body.actions_performed, isRepeat && added !== undefined]).toEqual([
    added ? ['item_added'] : [],
    false,
  ]);
  // Another search may find the very same thing again.
  if (!added) return 'repeat';
  touch(trip, run.world.now());
  trip.items.push({
    itemId: added.item_id,
    product,
    token,
    price: added.price.amount,
    pricedAt: run.world.now(),
    wasShown: false,
  });
  return 'ok';
}

const removeItem = (which: number, index: number, isAsleep: boolean): TripCommand =>
  command('remove', which, isAsleep, async (run, trip) => {
    const item = trip.items[index % Math.max(1, trip.items.length)];
    const answer = await run.world.call('POST', '/v1/trip', {
      trip_id: trip.tripId,
      remove_item: { item_id: item?.itemId ?? 'itm_none' },
    });
    if (!isOpen(trip, run.world.now())) return expectRefusal(answer, refusalOf(trip));
    if (!item) return expectRefusal(answer, { status: 404, code: 'NOT_FOUND' });
    expect([answer.status, answer.body.actions_performed]).toEqual([200, ['item_removed']]);
    trip.items = trip.items.filter((other) => other !== item);
    touch(trip, run.world.now());
    return 'ok';
  });

const setTravelers = (which: number, party: 'one' | 'two', isAsleep: boolean): TripCommand =>
  command(`travelers ${party}`, which, isAsleep, async (run, trip) => {
    const answer = await run.world.call('POST', '/v1/trip', {
      trip_id: trip.tripId,
      upsert_travelers: { travelers: PARTIES[party], contact: CONTACT },
    });
    if (!isOpen(trip, run.world.now())) return expectRefusal(answer, refusalOf(trip));
    const isRepeat = trip.travelers === party;
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.actions_performed.includes('travelers_updated')).toBe(!isRepeat);
    if (isRepeat) return 'repeat';
    trip.travelers = party;
    touch(trip, run.world.now());
    // Extras of a traveler who has left go with them.
    run.mayReprice = true;
    return 'ok';
  });

const selectExtras = (which: number, index: number, isNone: boolean): TripCommand =>
  command(`extras${isNone ? ' none' : ''}`, which, false, async (run, trip) => {
    const { body } = await run.world.call('GET', `/v1/trip/${trip.tripId}/ancillaries`);
    const item = body.items[index % Math.max(1, body.items.length)];
    const extra = item?.available_ancillaries[0];
    const travelers = (await run.world.call('GET', `/v1/trip/${trip.tripId}`)).body.travelers;
    // Both were reads: money that is still on its way to a trip left idle for a day is given back, whatever jobs learn
    // of it next.
    lapse(trip, run.world.now());
    const canHave = extra && (!extra.per_pax || travelers.length > 0);
    const selections =
      isNone || !canHave
        ? []
        : [
            {
              offer_id: extra.offer_id,
              quantity: 1,
              ...(extra.per_pax ? { pax_ref_id: travelers[0].pax_ref_id } : {}),
            },
          ];
    const answer = await run.world.call('POST', '/v1/select_ancillaries', {
      trip_id: trip.tripId,
      item_id: item?.item_id ?? 'itm_none',
      selections,
    });
    if (!isOpen(trip, run.world.now())) return expectRefusal(answer, refusalOf(trip));
    if (!item) return expectRefusal(answer, { status: 404, code: 'NOT_FOUND' });
    expect(answer.status, answer.text).toBe(200);
    if (!answer.body.actions_performed.includes('ancillaries_selected')) return 'repeat';
    touch(trip, run.world.now());
    run.mayReprice = true;
    return 'ok';
  });

const cancelTrip = (which: number, isAsleep: boolean): TripCommand =>
  command('cancel', which, isAsleep, async (run, trip) => {
    const answer = await run.world.call('POST', '/v1/cancel_trip', { trip_id: trip.tripId });
    if (trip.status === 'cancelled') {
      expect([answer.status, answer.body.status]).toEqual([200, 'cancelled']);
      return 'repeat';
    }
    if (!isOpen(trip, run.world.now())) return expectRefusal(answer, refusalOf(trip));
    expect([answer.status, answer.body.status]).toEqual([200, 'cancelled']);
    trip.status = 'cancelled';
    trip.quote = undefined;
    trip.attempt = undefined;
    return 'ok';
  });

interface CheckoutFlags {
  readonly isStrict: boolean;
  readonly onPartial: ModelTrip['onPartial'];
}

const checkOut = (which: number, flags: CheckoutFlags, isAsleep: boolean): TripCommand =>
  command(
    `checkout ${flags.isStrict ? 'strict ' : ''}${flags.onPartial}`,
    which,
    isAsleep,
    async (run, trip) => {
      const answer = await run.world.call('POST', '/v1/checkout', {
        trip_id: trip.tripId,
        fail_on_price_change: flags.isStrict,
        on_partial: flags.onPartial,
      });
      const now = run.world.now();
      if (!isOpen(trip, now)) return expectRefusal(answer, refusalOf(trip));
      if (isLive(trip, now)) {
        expect([answer.status, answer.body.session_id, answer.body.total_amount?.amount]).toEqual([
          200,
          trip.quote?.sessionId,
          totalOf(trip),
        ]);
        return 'repeat';
      }
      if (trip.items.length === 0) return expectRefusal(answer, { status: 422, code: 'BAD_REQUEST' });
      const isComplete =
        trip.travelers === 'two' ||
        (trip.travelers === 'one' && trip.items.every(({ product }) => product.kind === 'car'));
      if (!isComplete) return expectRefusal(answer, { status: 422, code: 'MISSING_CUSTOMER_DETAILS' });
      if (trip.items.some(({ product }) => product.price === 'gone')) {
        touch(trip, now);
        return expectRefusal(answer, { status: 409, code: 'OFFER_UNAVAILABLE' });
      }
      return expectQuote(run, trip, { flags, answer });
    },
    ({ status, items, quote, attempt }) =>
      items.length > 0 && (status === 'draft' || (status === 'quoted' && quote?.kind !== 'ready' && !attempt)),
  );

/** Prices are asked for: what must have moved has moved, and nothing else unless a day has passed. */
function expectQuote(
  run: Run,
  trip: ModelTrip,
  { flags, answer }: { readonly flags: CheckoutFlags; readonly answer: Answer },
): string {
  const now = run.world.now();
  const mustMove = trip.items.some(
    ({ product, wasShown, price }) => product.price === 'moved' && !wasShown && price > 0,
  );
  const mayMove = trip.items.some(({ pricedAt }) => Math.floor(pricedAt / DAY) !== Math.floor(now / DAY));
  const hasMoved = answer.status === 409 || answer.body.price_changed === true;
  if (!mayMove) expect(hasMoved, answer.text).toBe(mustMove);
  if (flags.isStrict && hasMoved) {
    quoteTrip(trip, now, { sessionId: '', linkExpiresAt: 0 }, 'price_changed');
    return expectRefusal(answer, { status: 409, code: 'PRICE_CHANGED' });
  }
  expect(answer.status, answer.text).toBe(200);
  trip.onPartial = flags.onPartial;
  quoteTrip(trip, now, { sessionId: answer.body.session_id, linkExpiresAt: now + LINK_LIFE });
  expect(answer.body.total_amount.amount).toBe(
    answer.body.items.reduce((sum: number, item: { price: { amount: number } }) => sum + item.price.amount, 0),
  );
  run.mayReprice = true;
  return hasMoved ? 'moved' : 'ok';
}

const moveClock = (seconds: number, isAsleep: boolean): TripCommand => ({
  check: ({ movedSeconds }) => movedSeconds + seconds < RUN_DAYS_MAX * 86_400,
  async run(model, run) {
    await run.world.advance(seconds);
    model.movedSeconds += seconds;
    run.counts.set(`clock: ${seconds}`, (run.counts.get(`clock: ${seconds}`) ?? 0) + 1);
    // With no worker nobody reads either: an idle trip nobody has read can still be written to.
    if (isAsleep) return;
    await runJobs(run, model);
    await observeAll(run, model);
  },
  toString: () => `clock+${seconds}${isAsleep ? ' (no worker, no reader)' : ''}`,
});

const askAsStranger = (which: number): TripCommand =>
  command('stranger', which, false, async ({ world }, { tripId }) => {
    const body = { trip_id: tripId };
    const asked = await Promise.all([
      world.service.call('GET', `/v1/trip/${tripId}`, undefined, world.stranger),
      world.service.call('GET', `/v1/trip/${tripId}/ledger`, undefined, world.stranger),
      ...['/v1/trip', '/v1/checkout', '/v1/cancel_trip', '/v1/trip_status'].map((path) =>
        world.service.call('POST', path, body, world.stranger),
      ),
      world.service.call(
        'POST',
        '/v1/submit_agent_payment',
        { ...body, shared_payment_token: 'spt_test_ok' },
        world.stranger,
      ),
      world.service.call('POST', '/v1/sandbox/pay', { ...body, card: '4242424242424242' }, world.stranger),
    ]);
    expect(asked.map(({ status, body: { error } }) => `${status} ${error?.code}`)).toEqual(
      asked.map(() => '404 NOT_FOUND'),
    );
    return 'not found';
  });

/** Just before and just after 300 s, 15 min, 4 h, 6 h, 24 h and five days, and small steps between. */
const MOVES = [7, 60, 299, 301, 901, 4 * 3600 - 1, 4 * 3600 + 1, 6 * 3600 + 1, 86_399, 86_401, 5 * 86_400 + 1] as const;
const SMALL_MOVES = [7, 30, 60, 60, 299, 301, 901, 3600] as const;
/** Which trip a command is about. */
export const which = fc.nat(9);
/** One moment in six nobody is at work. */
export const asleep = fc.nat(5).map((value) => value === 0);

/** Everything that can be done to a trip before it is paid, and time. */
export const cartCommands: readonly fc.Arbitrary<TripCommand>[] = [
  ...[1, 2, 3, 4].map(() =>
    fc
      .array(fc.constantFrom(...PRODUCTS.filter(({ price }) => price !== 'gone')), { maxLength: 4, size: 'max' })
      .map(createTrip),
  ),
  fc.tuple(which, fc.constantFrom(...PRODUCTS), asleep).map((parts) => addItem(...parts)),
  fc
    .tuple(which, fc.constantFrom(...PRODUCTS.filter(({ price }) => price !== 'gone')), asleep)
    .map((parts) => addItem(...parts)),
  fc.tuple(which, fc.nat(9), asleep).map((parts) => removeItem(...parts)),
  fc
    .tuple(which, fc.constantFrom('one' as const, 'two' as const, 'two' as const, 'two' as const), asleep)
    .map((parts) => setTravelers(...parts)),
  fc.tuple(which, fc.nat(9), fc.boolean()).map((parts) => selectExtras(...parts)),
  fc
    .tuple(which, asleep, fc.nat(3))
    .filter(([, , chance]) => chance === 0)
    .map(([trip, isAsleep]) => cancelTrip(trip, isAsleep)),
  ...[1, 2, 3, 4, 5, 6].map(() =>
    fc
      .tuple(
        which,
        fc.record({
          isStrict: fc.nat(3).map((value) => value === 0),
          onPartial: fc.constantFrom('all_or_nothing' as const, 'keep_confirmed' as const),
        }),
        asleep,
      )
      .map((parts) => checkOut(...parts)),
  ),
  fc.tuple(fc.constantFrom(...MOVES), asleep).map((parts) => moveClock(...parts)),
  fc.tuple(fc.constantFrom(...SMALL_MOVES), asleep).map((parts) => moveClock(...parts)),
  which.map((trip) => askAsStranger(trip)),
];
