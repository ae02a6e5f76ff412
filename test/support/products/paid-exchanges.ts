import { findGuestOrganization } from '../../../src/platform/security/guest-directory.ts';
import { asBookingRef, newId } from '../../../src/platform/ids.ts';
import { collectPayment, type Collecting } from '../../../src/servicing/exchanges/collect-payment.ts';
import { findBookingOf } from '../../../src/servicing/find-serviced-item.ts';
import type { BookingChange } from '../../../src/servicing/model/change.ts';
import { findChange, insertChange } from '../../../src/servicing/store.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { ExchangeOutcome, ExchangeRequest } from '../../../src/suppliers/ports/servicing.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { addMoney, money } from '../../../src/travel/money.ts';
import type { TripItem } from '../../../src/trips/model/trip.ts';
import { aFare, anOffer, aSegment, aSlice, aSupplier } from './flights.ts';
import { startService, type TestService } from '../service/service.ts';
import { CARD_OK, departureDate, makeTrip } from '../faults/trip-journeys.ts';

/** What the airline does when it is asked to exchange a ticket, and everything it was asked. */
export interface AirlineScript {
  exchange: (request: ExchangeRequest) => Promise<ExchangeOutcome>;
  readonly asked: ExchangeRequest[];
}

/** A service with one airline that exchanges as it is told. */
export interface ExchangeFixture {
  readonly service: TestService;
  readonly airline: AirlineScript;
  /** A paid, confirmed flight from Paris to New York; answers its reference. */
  book(): Promise<string>;
  /** A quote for the same flight a week later: 45 dollars of fare and 75 of penalty. */
  quote(bookingRef: string): Promise<BookingChange>;
  collect(change: BookingChange, sharedPaymentToken?: string): Promise<Collecting>;
  /** The session's page of a change that is to be paid by a person. */
  openSession(change: BookingChange): Promise<string>;
  read(change: BookingChange): Promise<BookingChange | undefined>;
  close(): Promise<void>;
}

const FARE_DIFFERENCE = money(4_500, 'USD');
const PENALTY = money(7_500, 'USD');
const QUOTE_MS = 600_000;

/** The airline's yes: a new ticket under a new number. */
export async function exchangeTicket({ changeReference, total }: ExchangeRequest): Promise<ExchangeOutcome> {
  return {
    kind: 'exchanged',
    order: {
      orderId: `AF-${changeReference}`,
      confirmationNumber: 'PNRNEW',
      tickets: [{ travelerId: 'pax', number: '057-2400000002' }],
      total,
    },
  };
}

/** Starts one. */
export async function startExchanges(): Promise<ExchangeFixture> {
  const airline: AirlineScript = { exchange: exchangeTicket, asked: [] };
  const service = await startService({ flightSuppliers: [sellFlights(airline)] });
  const { app } = service;
  const collect: ExchangeFixture['collect'] = async (change, sharedPaymentToken) =>
    collectPayment(app, change, { sharedPaymentToken, now: await app.organizationNow(change.organizationId) });
  return {
    service,
    airline,
    collect,
    book: () => bookFlight(service),
    quote: (bookingRef) => storeQuote(service, bookingRef),
    async openSession(change) {
      const collecting = await collect(change);
      if (collecting.kind !== 'pay') throw new Error(`nothing is to be paid: ${collecting.change.status}`);
      return new URL(collecting.checkoutUrl).pathname;
    },
    read: (change) => findChange(app.db, change),
    close: () => service.close(),
  };
}

function sellFlights(airline: AirlineScript): FlightSupplier {
  const base = aSupplier();
  const none = () => Promise.reject(new Error('Quotes are made by the test.'));
  const exchanged = new Map<string, ExchangeOutcome>();
  return {
    ...base,
    async price({ offerKey, fareKey }, context) {
      const offer = await base.getOffer(offerKey, context);
      const fare = offer?.fares.find((candidate) => candidate.fareKey === fareKey);
      return offer && fare ? { kind: 'priced', flight: { offer, fare } } : { kind: 'gone', reason: 'sold out' };
    },
    async book({ reference, total }) {
      return {
        kind: 'confirmed',
        order: {
          orderId: `AF-${reference}`,
          confirmationNumber: 'PNROLD',
          tickets: [{ travelerId: 'pax', number: '057-2400000001' }],
          total,
        },
      };
    },
    exchanges: {
      search: none,
      price: none,
      async exchange(request) {
        airline.asked.push(request);
        const outcome = await airline.exchange(request);
        exchanged.set(request.changeReference, outcome);
        return outcome;
      },
      lookUp: async ({ changeReference }) => exchanged.get(changeReference) ?? { kind: 'none' },
    },
  };
}

async function bookFlight(service: TestService): Promise<string> {
  const { body: trip } = await makeTrip(service, { origin: 'PAR', destination: 'NYC' });
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: trip.trip_id });
  if (checkout.status !== 200) throw new Error(checkout.text);
  const paid = await service.call('POST', '/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK });
  await service.drain();
  return String(paid.body.booking_ref);
}

async function storeQuote(service: TestService, bookingRef: string): Promise<BookingChange> {
  const { app } = service;
  const organizationId = await findGuestOrganization(app.db, 'booking', bookingRef);
  if (organizationId === undefined) throw new Error(`no booking ${bookingRef}`);
  const booking = await findBookingOf(app, { organizationId, bookingRef: asBookingRef(bookingRef) });
  const item = booking.items.find((candidate) => candidate.status === 'confirmed');
  if (item?.tripItem.kind !== 'flight') throw new Error('no flight stands');
  const now = await app.organizationNow(organizationId);
  const originTotal = addMoney(item.originTotal, FARE_DIFFERENCE);
  const change: BookingChange = {
    organizationId,
    changeId: newId('exchange'),
    bookingRef: booking.bookingRef,
    tripId: booking.tripId,
    itemId: item.itemId,
    kind: 'flight_exchange',
    status: 'quoted',
    plan: {
      kind: 'exchange',
      exchangeKey: 'week-later',
      replacement: weekLater(item.tripItem, originTotal),
      originTotal,
      originPenalty: PENALTY,
      fareDifference: FARE_DIFFERENCE,
      penalty: PENALTY,
      due: addMoney(FARE_DIFFERENCE, PENALTY),
      refund: money(0, 'USD'),
      isOnRequest: false,
    },
    reference: newId('change'),
    paymentId: undefined,
    sessionId: undefined,
    result: undefined,
    failure: undefined,
    calls: 0,
    lookUps: 0,
    callUntil: undefined,
    version: 0,
    quotedAt: now,
    expiresAt: new Date(now.getTime() + QUOTE_MS),
    committedAt: undefined,
    endedAt: undefined,
  };
  await insertChange(app.db, change);
  return change;
}

function weekLater(item: Extract<TripItem, { readonly kind: 'flight' }>, total: TripItem['price']): TripItem {
  const day = addDays(departureDate(), 7);
  const segment = aSegment({
    flightNumber: 'AF10',
    departs: `${day}T08:00:00`,
    arrives: `${addDays(day, 1)}T00:30:00`,
  });
  const fare = aFare({ price: total.value });
  return {
    ...item,
    itemId: newId('item'),
    price: total,
    originPrice: total,
    offer: anOffer({ slices: [aSlice(segment)], fares: [fare] }),
    fare,
  };
}
