import { type DuffelTrips, duffelFare, payFor } from '../suppliers/duffel-trips.ts';
import { SELLER } from './journey-account.ts';
import { openTrip } from './journey-trips.ts';
import type { Recorder } from './recorder.ts';

const GUEST = { last_name: 'Bly' } as const;

/** Sells at once and answers the reference. */
async function sell(at: Recorder, body: Readonly<Record<string, unknown>>): Promise<string> {
  const { booking_ref: ref } = await at.prepare('sandbox_bookings', { body });
  return String(ref);
}

/** Refunds, cancellations, exchanges, services added and schedule changes, each of a booking of its own. */
export async function recordServicing(at: Recorder): Promise<void> {
  for (const play of [recordRefunds, recordExchanges, recordCarExchange, recordWaiting]) await play(at);
  const services = { booking_ref: await sell(at, { kind: 'flight' }), ...GUEST };
  const { bags } = await at.prepare('add_services_check', { body: services });
  const selections = [{ offer_id: bags[0].offer_id, quantity: 1 }];
  const { quote_id } = await at.record('add_services_check', { body: { ...services, selections } });
  await at.record('add_services_commit', { body: { ...services, quote_id, shared_payment_token: 'spt_test_ok' } });
  const moved = { booking_ref: await sell(at, { kind: 'flight' }), ...GUEST };
  await at.record('sandbox_schedule_change', {
    params: { booking_ref: moved.booking_ref },
    body: { minutes: 95 },
  });
  await at.service.drain();
  await at.record('schedule_change_accept', { body: moved });
}

async function recordRefunds(at: Recorder): Promise<void> {
  const flight = { booking_ref: await sell(at, { kind: 'flight' }), ...GUEST };
  await at.record('flights_refund_check', { body: flight });
  const { quote_id } = await at.record('refund_check', { body: flight });
  await at.record('refund_commit', { body: { ...flight, quote_id } });
  await at.service.drain();
  await at.record('refund_status', { body: flight });
  const stay = { booking_ref: await sell(at, { kind: 'hotel' }), ...GUEST };
  await at.record('hotel_cancel', { body: { ...stay, action: 'preview' } });
  const rental = { booking_ref: await sell(at, { kind: 'car' }), ...GUEST };
  await at.record('car_cancel', { body: { ...rental, action: 'preview' } });
}

async function recordExchanges(at: Recorder): Promise<void> {
  const flight = { booking_ref: await sell(at, { kind: 'flight' }), ...GUEST };
  const { offers } = await at.record('exchange_shop', {
    body: { ...flight, segments_to_exchange: [0], preferred_departure_date: '2027-03-12' },
  });
  const offer = { ...flight, offer_id: offers[0].offer_id };
  await at.record('flights_exchange_price', { body: offer });
  const { session_reference } = await at.record('exchange_price', { body: offer });
  const session = { ...flight, session_reference };
  await at.record('exchange_commit', { body: { ...session, shared_payment_token: 'spt_test_ok' } });
  await at.service.drain();
  await at.record('exchange_status', { body: session });
}

async function recordCarExchange(at: Recorder): Promise<void> {
  const rental = { booking_ref: await sell(at, { kind: 'car', scenario: 'even' }), ...GUEST };
  const { exchange_id, offers } = await at.record('car_exchange_preview', {
    body: { ...rental, drop_off_date_time: '2027-02-20T10:00:00' },
  });
  await at.record('car_exchange_commit', {
    body: { ...rental, exchange_id, exchange_offer_token: offers[0].exchange_offer_token },
  });
  await at.service.drain();
  await at.record('car_exchange_status', { body: rental });
}

/** A refund that the fare leaves to people at the airline. */
async function recordWaiting(at: Recorder): Promise<void> {
  const flight = { booking_ref: await sell(at, { kind: 'flight', scenario: 'QAM' }), ...GUEST };
  const { quote_id } = await at.prepare('refund_check', { body: flight });
  await at.prepare('refund_commit', { body: { ...flight, quote_id } });
  await at.service.drain();
  await at.record('list_manual_changes');
}

/** A refund that people here decide: of a supplier that does not say what comes back, as none in the sandbox does. */
export async function recordDecision(at: Recorder, trips: DuffelTrips): Promise<void> {
  const tripId = await payFor(at.service, [await duffelFare(trips)]);
  await at.service.drain();
  const { bookings } = await at.prepare('get_trip', { params: { trip_id: tripId } });
  const flight = { booking_ref: bookings[0].booking_ref, ...GUEST };
  trips.stub.control.addFault({ operation: 'cancellation', fault: { kind: 'quote', refund_amount: null } });
  const { quote_id } = await at.prepare('refund_check', { body: flight });
  await at.prepare('refund_commit', { body: { ...flight, quote_id } });
  await at.record('decide_manual_change', {
    asOwner: true,
    params: { change_id: quote_id },
    body: { decision: 'decline', reason: 'The airline gives nothing back.' },
  });
}

/** Bookings as their owner, support and the guest read them. */
export async function recordBookings(at: Recorder): Promise<void> {
  await at.prepare('replace_organization', { body: SELLER });
  const sold = await at.record('sandbox_bookings', { body: { kind: 'flight', currency: 'EUR' } });
  const booking_ref = String(sold.booking_ref);
  await at.service.drain();
  await at.record('get_booking', { body: { booking_ref, ...GUEST } });
  await at.record('bookings_lookup', { body: { booking_ref, ...GUEST } });
  const params = { booking_ref };
  await at.record('read_booking', { params });
  await at.record('list_bookings', { query: { limit: '2' } });
  await at.record('booking_search', { query: { query: booking_ref } });
  await at.record('create_booking_note', { params, body: { text: 'Called: travels with a guide dog.' } });
  await at.record('list_booking_notes', { params });
  const timeline = await at.record('get_booking_timeline', { params });
  const mail = timeline.entries.find(({ kind }: { kind: string }) => kind === 'mail');
  await at.record('resend_booking_mail', { params, body: { mail_id: mail?.reference } });
  await at.record('list_booking_invoices', { params });
  await recordRetry(at);
  await at.record('overview');
}

/** A flight whose booking the supplier has not answered: what waits is looked at again. */
async function recordRetry(at: Recorder): Promise<void> {
  const { tripId: trip_id } = await openTrip(at, at.prepare, { origin: 'QAA', destination: 'QAO' });
  await at.prepare('checkout', { body: { trip_id } });
  const { booking_ref } = await at.prepare('sandbox_pay', { body: { trip_id, card: '4242424242424242' } });
  await at.service.drain();
  await at.record('retry_booking', { params: { booking_ref } });
}
