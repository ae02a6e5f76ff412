import { openProduct, productKindOf } from '../../offers/token/product-token.ts';
import { Refusal } from '../../platform/errors.ts';
import { readTrip } from '../../trips/read/read-trip.ts';
import type { UcpCall } from '../call.ts';
import type { ErrorMessage } from '../model/messages.ts';
import { LODGING_BOOKING } from '../model/names.ts';
import type { StoredCheckout, StoredStays } from '../model/stored-checkout.ts';
import type { Surface } from '../surfaces/surface.ts';
import type { WantedItem } from '../trip-actions.ts';
import { findConfirmation } from './find-confirmation.ts';
import { findBookingProblems } from './model/find-problems.ts';
import { contactOf, partyActions, placeOfPerson, travelersOf } from './model/party.ts';
import { presentBooking } from './present-booking.ts';
import { partyOf, readBooking, type SentBooking } from './read-booking.ts';

/** Booking sessions of `dev.ucp.lodging`, a draft: a property, stays, a booker and guests. */
export const lodging: Surface = {
  thing: 'booking session',
  root: LODGING_BOOKING,
  itemsPath: '$.stays',
  unavailableCode: 'inventory_exhausted',
  owns: ({ stays }) => stays !== undefined,
  async read(call, stored) {
    const sent = readBooking(call.request.payload);
    const party = partyOf(sent);
    return {
      items: readItems(sent),
      party: partyActions(party),
      currency: sent.context?.currency,
      selectedTermId: sent.payment?.selected_term_id,
      stored: { attribution: undefined, stays: await readStays(call, sent, stored), party },
      findErrors: (severity) => findErrors(sent, severity),
    };
  },
  saysDetail: (path, { party }) =>
    path.startsWith('contact') || (path === 'travelers' && party !== undefined && travelersOf(party).length === 0),
  namesContact({ party }) {
    if (party === undefined) return true;
    const { email, phone } = contactOf(party);
    return email !== undefined && phone !== undefined;
  },
  placeOfDetail(path, { party }) {
    if (path.startsWith('travelers')) return party === undefined ? '$.guests' : placeOfPerson(party, path);
    return path === 'trip_id' ? '$.stays' : undefined;
  },
  async findProblems(call, { stored }) {
    return findBookingProblems(stored, await readModel(call, stored));
  },
  async present(call, shown, status) {
    const { app } = call.context;
    const model = await readModel(call, shown.stored);
    const now = await app.organizationNow(call.identity.organizationId);
    const confirmation = await findConfirmation(call, shown);
    return presentBooking(call, { ...shown, model, now, confirmation }, status);
  },
};

async function readModel({ context: { app } }: UcpCall, { organizationId, tripId }: StoredCheckout) {
  return await readTrip(app, { organizationId, now: await app.organizationNow(organizationId) }, tripId);
}

/** Stays of the same nights are the rooms of one item: their property prices and books them together. */
function readItems({ stays }: SentBooking): readonly [WantedItem, ...WantedItem[]] {
  const all = stays.map(({ id = '', stay_dates: dates }, index) => ({ id, index, dates }));
  const groups = [...Map.groupBy(all, ({ dates }) => `${dates.start_date} ${dates.end_date}`).values()];
  const [first, ...others] = groups.map(
    (rooms): WantedItem => ({
      tokens: rooms.map(({ id }) => id),
      placeOf: (at) => `$.stays[${rooms[at]?.index ?? 0}].id`,
    }),
  );
  if (first === undefined) throw new Error('A booking session that was read has a stay.');
  return [first, ...others];
}

async function readStays(
  call: UcpCall,
  { property, stays }: SentBooking,
  stored: StoredCheckout | undefined,
): Promise<StoredStays> {
  const now = await call.context.app.organizationNow(call.identity.organizationId);
  return {
    propertyId: property.id,
    stays: stays.map(({ id = '', stay_dates: dates, occupancy }) => {
      const rateKey = rateKeyOf(call, { id, stored, now });
      return {
        id,
        ...(rateKey === undefined ? {} : { rateKey }),
        from: dates.start_date,
        to: dates.end_date,
        ...(occupancy === undefined ? {} : { occupancy: readOccupancy(occupancy) }),
      };
    }),
  };
}

type SentOccupancy = NonNullable<SentBooking['stays'][number]['occupancy']>;

function readOccupancy({ total, adults, children, child_ages: childAges }: SentOccupancy) {
  return {
    total,
    ...(adults === undefined ? {} : { adults }),
    ...(children === undefined ? {} : { children }),
    ...(childAges === undefined ? {} : { childAges }),
  };
}

/**
 * Which rate an offer names. One that the session has already is known, for its token outlives nobody's thinking about
 * names; one that cannot be read is refused when it is added.
 */
function rateKeyOf(
  { context: { app }, identity: { organizationId } }: UcpCall,
  { id, stored, now }: { readonly id: string; readonly stored: StoredCheckout | undefined; readonly now: Date },
): string | undefined {
  const known = stored?.stays?.stays.find((stay) => stay.id === id)?.rateKey;
  if (known !== undefined || productKindOf(id) !== 'hotel') return known;
  try {
    return openProduct(app, organizationId, { text: id, path: '$.stays' }, now).productKey;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What is well formed and cannot be booked: a stay that names no rate, a guest whom nobody sent. */
function findErrors({ stays, guests = [] }: SentBooking, severity: ErrorMessage['severity']): readonly ErrorMessage[] {
  const ids = guests.map(({ id }) => id);
  const wrong = (code: string, path: string, content: string) => ({ code, content, severity, path });
  return [
    ...stays.flatMap(({ id = '' }, index) =>
      productKindOf(id) === 'hotel'
        ? []
        : [
            wrong(
              'invalid',
              `$.stays[${index}].id`,
              'Send the offer_id (htl_…) of a hotel rate that was searched for.',
            ),
          ],
    ),
    ...ids.flatMap((id, index) =>
      ids.indexOf(id) < index ? [wrong('invalid', `$.guests[${index}].id`, 'Another guest has this id, too.')] : [],
    ),
    ...stays.flatMap(({ guest_assignments: assigned = [] }, index) =>
      assigned.flatMap(({ guest_id: id }, at) =>
        ids.includes(id)
          ? []
          : [wrong('invalid', `$.stays[${index}].guest_assignments[${at}].guest_id`, 'No guest has this id.')],
      ),
    ),
  ];
}
