import { fulfilTrip } from '../bookings/fulfil/fulfil-trip.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { meansOfCard, paySession } from '../checkout/pay-session.ts';
import type { App, Caller } from '../context.ts';
import { isPaidElsewhere } from '../payments/processor.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { TripId } from '../platform/ids.ts';
import { loadTrip } from '../trips/read/read-trip.ts';
import { type RequestedChange, writeTrip } from '../trips/write/update-trip.ts';
import { appAsOf } from './app-as-of.ts';
import { findProducts, type WantedProduct } from './find-products.ts';
import { findScenarioProblem } from './model/sale-scenarios.ts';

const HOUR_MS = 3_600_000;
/**
 * Sold so long ago that the slowest scenario (six hours) was confirmed more than a day ago: no void window is open any
 * more.
 */
const SOLD_MS_AGO = 32 * HOUR_MS;
/** When what was not confirmed at once is asked about again. */
const REQUESTED_MS_AGO = 25 * HOUR_MS + HOUR_MS / 2;
const CARD_DIGITS = '4242424242424242';
const CONTACT = { email: 'nellie@example.com', phone: '+33123456789' } as const;

/**
 * Makes a confirmed booking at once by the ordinary way (search, trip, checkout, payment, fulfilment), each step done
 * as of a moment more than a day ago: nothing is written that the same calls would not have written then (decision 15).
 */
export async function sellAtOnce(app: App, caller: Caller, wanted: WantedProduct): Promise<Booking> {
  assertSellable(app, wanted);
  const [soldAt, requestedAt] = [SOLD_MS_AGO, REQUESTED_MS_AGO].map((ago) => new Date(caller.now.getTime() - ago));
  if (soldAt === undefined || requestedAt === undefined) throw new Error('Both moments are known.');
  const tripId = await payForTrip(appAsOf(app, soldAt, caller.now), { ...caller, now: soldAt }, wanted);
  const key = { organizationId: caller.organizationId, tripId };
  for (const at of [soldAt, requestedAt]) {
    if ((await fulfilTrip(appAsOf(app, at, caller.now), key, at)) === undefined) break;
  }
  const bookingRef = (await loadTrip(app.db, caller.organizationId, tripId))?.bookingRef;
  const booking = bookingRef === undefined ? undefined : await getBooking(app, caller, bookingRef);
  if (booking?.status !== 'confirmed')
    throw refuse('offer_unavailable', { message: 'It was sold out while it was being booked. Try again.' });
  return booking;
}

function assertSellable(app: App, { kind, scenario, currency }: WantedProduct): void {
  const problem = findScenarioProblem(kind, scenario);
  if (problem !== undefined) throw refuseFields([{ path: 'scenario', problem }]);
  if (currency !== undefined && !app.rates.supports(currency))
    throw refuse('currency_unsupported', { keys: { supported: app.rates.supported() } });
  if (isPaidElsewhere(app))
    throw refuse('state_conflict', {
      message:
        'Bookings are made at once only with the built-in payment processor: start without BLY_STRIPE_SECRET_KEY.',
    });
}

/** A trip for one adult, checked out at whatever it costs and paid for. */
async function payForTrip(app: App, caller: Caller, wanted: WantedProduct): Promise<TripId> {
  const tokens = await findProducts(app, caller, wanted);
  const changes: readonly RequestedChange[] = [
    ...(wanted.currency === undefined ? [] : [{ kind: 'set_currency', currency: wanted.currency } as const]),
    ...tokens.map((token) => ({ kind: 'add_item', tokens: [{ token, path: 'scenario' }] }) as const),
    { kind: 'set_travelers', travelers: [NELLIE], contact: CONTACT, path: 'travelers' },
  ];
  const {
    trip: { tripId },
  } = await writeTrip(app, caller, { tripId: undefined, changes, idempotency: undefined });
  const { quote } = await openCheckout(app, caller, {
    tripId,
    tolerance: { failOnPriceChange: false, increaseMax: undefined },
    onPartial: 'all_or_nothing',
  });
  const card = {
    number: CARD_DIGITS,
    expiryMonth: 12,
    expiryYear: caller.now.getUTCFullYear() + 3,
    securityCode: '123',
    holder: 'Nellie Bly',
  };
  await paySession(app, {
    organizationId: caller.organizationId,
    tripId,
    means: meansOfCard(quote.total.value === 0 ? undefined : card),
  });
  return tripId;
}

const NELLIE = {
  travelerId: undefined,
  firstName: 'Nellie',
  lastName: 'Bly',
  passengerType: 'ADULT',
  dateOfBirth: '1990-05-05',
  gender: 'FEMALE',
  title: 'Ms',
  nationality: undefined,
  passport: undefined,
  frequentFlyer: undefined,
  knownTravelerNumber: undefined,
} as const;
