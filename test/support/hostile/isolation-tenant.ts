import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import type { User } from '../../../src/identity/model/user.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import { insertNewAccount } from '../../../src/supplier-accounts/add-account.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { callFor } from '../faults/mixed-journeys.ts';
import type { Receiver } from '../service/receiver.ts';
import type { TestService } from '../service/service.ts';
import { CONTACT, departureDate, NELLIE } from '../faults/trip-journeys.ts';
import { makeUser, signInAs } from '../users.ts';

/** Everything of one organization that a request can name. */
export interface Named {
  readonly tripId: string;
  readonly itemId: string;
  readonly travelerId: string;
  readonly sessionId: string;
  readonly flightRef: string;
  readonly hotelRef: string;
  readonly carRef: string;
  readonly lastName: string;
  readonly refundQuoteId: string;
  readonly exchangeOfferId: string;
  readonly exchangeId: string;
  readonly servicesQuoteId: string;
  readonly carExchangeId: string;
  readonly carExchangeToken: string;
  readonly flightItemToken: string;
  readonly flightOfferToken: string;
  readonly hotelToken: string;
  readonly carToken: string;
  readonly monitorId: string;
  readonly mandateId: string;
  readonly proposalId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly eventsPageToken: string;
  readonly eventId: string;
  readonly keyId: string;
  readonly userId: string;
  readonly invitationId: string;
  readonly supplierAccountId: string;
}

/** An organization that has done everything there is to do. */
export interface FullTenant {
  readonly organizationId: OrganizationId;
  readonly owner: User;
  readonly named: Named;
}

/**
 * Builds the organization of the service's own key up: trip, bookings, changes under way, monitor, endpoint,
 * deliveries, members.
 */
export async function buildFullTenant(service: TestService, receiver: Receiver): Promise<FullTenant> {
  const {
    body: {
      organization: { organization_id: organizationId },
    },
  } = await service.call('GET', '/v1/account');
  const owner = await makeUser(service, { email: 'owner-of-a@example.com', organizationId, role: 'owner' });
  const { keyId } = await createApiKey(service.app, { organizationId, name: 'server of A' });
  const trip = await openTrip(service);
  const asOwner = async (path: string, body: object) => (await service.call('POST', path, body, signInAs(owner))).body;
  await service.call('PUT', '/v1/pricing_rules', { rules: [{ match: { cabin: 'first' } }] }, signInAs(owner));
  const invitation = await asOwner('/v1/members/invitations', { email: 'invited-by-a@example.com', role: 'member' });
  const { id: webhookId } = (
    await service.call('POST', '/v1/webhooks', { url: receiver.url, events: ['booking.completed'] })
  ).body;
  await service.call('POST', `/v1/webhooks/${webhookId}/test`, {});
  const { delivery_id: deliveryId } = (await service.call('POST', `/v1/webhooks/${webhookId}/test`, {})).body;
  const monitor = await callFor(service, '/v1/price_monitoring', {
    origin: 'PAR',
    destination: 'TYO',
    departure_date: departureDate(),
    adults: 1,
    currency: 'EUR',
    watch: { webhook: true, below: 1 },
  });
  const sold = await sellOneOfEach(service);
  await service.drain();
  const { body: events } = await service.call('GET', '/v1/events?limit=1');
  return {
    organizationId,
    owner,
    named: {
      ...(await findOffers(service)),
      ...trip,
      ...sold,
      ...(await beginChanges(service, sold)),
      monitorId: monitor.monitor_id,
      ...(await proposeTrip(service, trip)),
      webhookId: String(webhookId),
      deliveryId,
      eventsPageToken: events.next_page_token,
      eventId: events.events[0].event_id,
      keyId,
      userId: owner.userId,
      invitationId: invitation.invitation_id,
      supplierAccountId: await addSupplierAccount(service, organizationId),
      lastName: 'Bly',
    },
  };
}

async function addSupplierAccount({ app }: TestService, organizationId: OrganizationId): Promise<string> {
  const { accountId } = await app.db.transaction((tx) =>
    insertNewAccount(app, tx, organizationId, {
      supplier: 'duffel',
      credentials: { token: 'duffel_test_ofTheOrganization', webhookSecret: undefined },
      settings: {},
      isEnabled: true,
    }),
  );
  return accountId;
}

type Sold = Pick<Named, 'flightRef' | 'hotelRef' | 'carRef'>;

async function sellOneOfEach(service: TestService): Promise<Sold> {
  const sell = async (body: object): Promise<string> =>
    (await callFor(service, '/v1/sandbox/bookings', body)).booking_ref;
  return {
    flightRef: await sell({ kind: 'flight' }),
    hotelRef: await sell({ kind: 'hotel' }),
    carRef: await sell({ kind: 'car', scenario: 'add_collect' }),
  };
}

async function openTrip(service: TestService): Promise<Pick<Named, 'tripId' | 'itemId' | 'travelerId' | 'sessionId'>> {
  const { flightItemToken } = await findOffers(service);
  const trip = await callFor(service, '/v1/trip', {
    add_item: { trip_item_token: flightItemToken },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  const checkout = await callFor(service, '/v1/checkout', { trip_id: trip.trip_id });
  return {
    tripId: trip.trip_id,
    itemId: trip.items[0].item_id,
    travelerId: trip.travelers[0].pax_ref_id,
    sessionId: checkout.session_id,
  };
}

async function findOffers(
  service: TestService,
): Promise<Pick<Named, 'flightItemToken' | 'flightOfferToken' | 'hotelToken' | 'carToken'>> {
  const checkin = departureDate();
  const flights = await callFor(service, '/v1/flight_search', {
    origin: 'PAR',
    destination: 'LIS',
    departure_date: checkin,
  });
  const hotels = await callFor(service, '/v1/hotel_search', {
    city_name: 'Lisbon',
    checkin,
    checkout: addDays(checkin, 2),
    adults: 1,
  });
  const cars = await callFor(service, '/v1/car_search', {
    pick_up: { location: 'LIS', date_time: `${checkin}T10:00:00` },
    drop_off: { date_time: `${addDays(checkin, 2)}T10:00:00` },
    driver_age: 34,
  });
  return {
    flightItemToken: flights.live_offers[0].fares[0].trip_item_token,
    flightOfferToken: flights.live_offers[0].offer_token,
    hotelToken: hotels.hotels[0].rooms[0].rates[0].offer_id,
    carToken: cars.offers[0].offer_id,
  };
}

async function beginChanges(
  service: TestService,
  { flightRef, carRef }: Sold,
): Promise<
  Pick<
    Named,
    'refundQuoteId' | 'exchangeOfferId' | 'exchangeId' | 'servicesQuoteId' | 'carExchangeId' | 'carExchangeToken'
  >
> {
  const flight = { booking_ref: flightRef, last_name: 'Bly' };
  const refund = await callFor(service, '/v1/refund_check', flight);
  const shop = await callFor(service, '/v1/exchange_shop', {
    ...flight,
    segments_to_exchange: [0],
    preferred_departure_date: addDays(departureDate(), 5),
  });
  const price = await callFor(service, '/v1/exchange_price', { ...flight, offer_id: shop.offers[0].offer_id });
  const { bags } = await callFor(service, '/v1/add_services_check', flight);
  const services = await callFor(service, '/v1/add_services_check', {
    ...flight,
    selections: [{ offer_id: bags[0].offer_id, quantity: 1 }],
  });
  const car = await callFor(service, '/v1/car_exchange_preview', {
    booking_ref: carRef,
    last_name: 'Bly',
    drop_off_date_time: `${addDays(departureDate(), 12)}T10:00:00`,
  });
  return {
    refundQuoteId: refund.quote_id,
    exchangeOfferId: shop.offers[0].offer_id,
    exchangeId: price.session_reference,
    servicesQuoteId: services.quote_id,
    carExchangeId: car.exchange_id,
    carExchangeToken: car.offers[0].exchange_offer_token,
  };
}

async function proposeTrip(service: TestService, { tripId }: Pick<Named, 'tripId'>) {
  const valid_until = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const wanted = { name: 'Trips', currency: 'EUR', budget: 500, valid_until };
  const mandateId: string = (await service.call('POST', '/v1/mandate_request', wanted)).body.mandate_id;
  const proposed = await service.call('POST', '/v1/propose', { mandate_id: mandateId, trip_id: tripId });
  return { mandateId, proposalId: String(proposed.body.proposal_id) };
}
