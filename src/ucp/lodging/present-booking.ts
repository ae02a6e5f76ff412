import { createHash } from 'node:crypto';
import { BOARD_NAMES } from '../../offers/describe/describe-stay.ts';
import { convertMoney } from '../../travel/money.ts';
import { dueAtPropertyOfRate, isAllDueStated, payNowOfRate, type StayRate } from '../../travel/stay.ts';
import type { Trip as TripModel } from '../../trips/model/trip.ts';
import type { UcpAnswer, UcpCall } from '../call.ts';
import { describeDueLater } from '../model/due-later.ts';
import { errorOf, type Message, warningOf } from '../model/messages.ts';
import { LODGING_BOOKING, LODGING_CANCELLATION, LODGING_TERMS, UCP_VERSION } from '../model/names.ts';
import { knows, presentCapabilities } from '../model/negotiate.ts';
import { costOf, type PaymentTerm } from '../model/payment-terms.ts';
import { presentTotals } from '../model/totals.ts';
import {
  presentContinueUrl,
  presentHandlers,
  type ShownCheckout,
  stateMessages,
  stateOf,
} from '../present-checkout.ts';
import { type CancellationPolicy, cancellationPolicyOf } from './model/cancellation-policy.ts';
import { type MatchedStay, matchStays } from './model/match-stays.ts';
import { presentParty } from './present-party.ts';

/** All that an answer about a booking session says. */
export interface ShownBooking extends ShownCheckout {
  readonly model: TripModel;
  readonly now: Date;
  /** What the booking is called, once there is one. */
  readonly confirmation: Readonly<Record<string, unknown>> | undefined;
}

/** What the property sells its items as, and what the draft calls one that is not for sale any more. */
const WORDS = { itemsPath: '$.stays', unavailableCode: 'inventory_exhausted' } as const;

/** A booking session in the form of the draft. */
export function presentBooking(call: UcpCall, shown: ShownBooking, status: UcpAnswer['status']): UcpAnswer {
  const { trip, quote, progress, stored, model } = shown;
  const { publicUrl } = call.context.app.config;
  const state = stateOf(shown);
  const { total: amount, service_fee: fee = 0, currency } = trip.totals;
  const cost = costOf({ amount, fee, currency }, trip.due_later, true);
  const term = knows(call.shared, LODGING_TERMS) ? cost.term : undefined;
  const stays = matchStays(stored, model.items).map((stay, index) => describe(stay, shown, index));
  const messages = [
    ...shown.messages,
    ...shown.problems.map(errorOf),
    ...dueMessages(shown, stays, term),
    ...stays.flatMap(cancellationMessages),
    ...stateMessages(shown, WORDS),
  ];
  const policies = knows(call.shared, LODGING_CANCELLATION)
    ? stays.flatMap(({ policy }, index) => (policy ? [{ ...policy, applies_to: [`$.stays[${index}]`] }] : []))
    : [];
  return {
    status,
    body: {
      ucp: {
        version: UCP_VERSION,
        status: 'success',
        capabilities: presentCapabilities(call.shared, LODGING_BOOKING),
        payment_handlers: presentHandlers(call, quote),
      },
      id: trip.trip_id,
      status: state,
      property: presentProperty(stays, stored),
      stays: stays.map((stay) => presentStay(stay, shown)),
      ...presentParty(stored.party, trip),
      currency,
      totals: cost.totals,
      ...(term ? { payment: { terms: [term], selected_term_id: term.id } } : {}),
      ...(messages.length === 0 ? {} : { messages }),
      ...(policies.length === 0 ? {} : { policies }),
      links: [{ type: 'manage_booking', url: `${publicUrl}/manage`, title: 'Manage a booking' }],
      // The draft holds the price until then, so it is the price's end where there is one.
      expires_at: quote?.expires_at ?? progress.linkExpiresAt?.toISOString() ?? trip.expires_at,
      ...presentContinueUrl(publicUrl, progress, state),
      ...(shown.confirmation ? { confirmation: shown.confirmation } : {}),
    },
  };
}

interface DescribedStay extends MatchedStay {
  /** Where it stands in the answer. */
  readonly path: string;
  readonly policy: CancellationPolicy | undefined;
}

function describe(matched: MatchedStay, { trip, now }: ShownBooking, index: number): DescribedStay {
  const { rate, item } = matched;
  const { stay, serviceFee } = item;
  const hasServiceFee = serviceFee !== undefined;
  const policy = cancellationPolicyOf({ stay, rate, now, currency: trip.totals.currency, hasServiceFee });
  return { ...matched, path: `$.stays[${index}]`, policy };
}

/** The hotel of the stays; before there is one, what was requested. */
function presentProperty([first]: readonly DescribedStay[], { stays }: ShownBooking['stored']) {
  if (first === undefined) return { id: stays?.propertyId ?? '' };
  const { hotel } = first.item.stay;
  return {
    id: hotel.hotelId,
    name: hotel.name,
    address: {
      street_address: hotel.address,
      address_locality: hotel.cityName,
      address_country: hotel.country,
      ...(hotel.postCode === undefined ? {} : { postal_code: hotel.postCode }),
    },
  };
}

function presentStay(described: DescribedStay, { stored }: ShownBooking) {
  const { id, item, rate, policy, index } = described;
  const { checkIn, checkOut } = item.stay;
  const { adults, childrenAges } = rate.party;
  const assigned = index === undefined ? [] : (stored.party?.assignments[index] ?? []);
  return {
    id,
    accommodation_type: presentRoom(rate),
    rate_plan: presentRatePlan(rate, policy),
    stay_dates: { start_date: checkIn, end_date: checkOut },
    occupancy: {
      total: adults + childrenAges.length,
      adults,
      children: childrenAges.length,
      ...(childrenAges.length === 0 ? {} : { child_ages: childrenAges }),
    },
    ...(assigned.length === 0
      ? {}
      : {
          guest_assignments: assigned.map(({ guestId, role }) => ({
            guest_id: guestId,
            ...(role === undefined ? {} : { role }),
          })),
        }),
    totals: stayTotals(described),
  };
}

function presentRoom({ room }: StayRate) {
  const { maxOccupancy, maxAdults, maxChildren } = room;
  const capacity = {
    ...(maxAdults === undefined ? {} : { adults: maxAdults }),
    ...(maxChildren === undefined ? {} : { children: maxChildren }),
    ...(maxOccupancy === undefined ? {} : { total: maxOccupancy }),
  };
  return {
    id: room.roomId,
    title: room.name,
    ...(room.description === undefined ? {} : { description: room.description }),
    ...(Object.keys(capacity).length === 0 ? {} : { capacity }),
  };
}

/** Plans have no id of their own here: it is drawn from the key of the rate, which stays with us. */
function presentRatePlan(rate: StayRate, policy: CancellationPolicy | undefined) {
  const board = rate.boardType === undefined ? rate.boardName : BOARD_NAMES[rate.boardType];
  const title = [rate.planName, board].filter((text) => text !== undefined).join(', ');
  const paid = rate.paymentType === 'pay_now' ? 'Paid when it is booked.' : 'Paid at the property.';
  const digest = createHash('sha256').update(rate.rateKey).digest('base64url');
  return {
    id: `rp_${digest.slice(0, 16)}`,
    title: title === '' ? 'Room rate' : title,
    description: [paid, policy?.description.plain ?? UNKNOWN].join(' '),
  };
}

/** What one room costs, with what the property collects for it where that is stated in the same currency. */
function stayTotals({ item, rate }: MatchedStay) {
  const { currency } = item.price;
  const now = convertMoney(payNowOfRate(rate), currency, item.rate).value;
  const due = dueAtPropertyOfRate(rate);
  const isShown = due.value > 0 && due.currency === currency && isAllDueStated(item.stay);
  const [price] = presentTotals(now, 0);
  return [
    price,
    ...(isShown ? [{ type: 'due_at_property', display_text: 'Paid at the property', amount: due.value }] : []),
    { type: 'total', display_text: 'Total', amount: now + (isShown ? due.value : 0) },
  ];
}

const UNKNOWN = 'What cancelling costs is not stated. It is not free.';

/** The draft wants shown what is not given back; what is not known is shown, too. */
function cancellationMessages({ policy, path }: DescribedStay): readonly Message[] {
  if (policy !== undefined && policy.refundability !== 'non_refundable') return [];
  const content = policy?.description.plain ?? UNKNOWN;
  return [warningOf({ code: LODGING_CANCELLATION, content, presentation: 'disclosure', path })];
}

/** What the property collects, at the payment of the term where it is one. */
function dueMessages(
  { trip }: ShownBooking,
  stays: readonly DescribedStay[],
  term: PaymentTerm | undefined,
): readonly Message[] {
  return trip.due_later.map((later) => {
    const said = describeDueLater(later);
    const at = term?.schedules.findIndex(
      ({ type, amount, description }) =>
        type === 'at_property' && amount === later.amount && description.plain === said.content,
    );
    const stay = stays.find(({ item }) => item.itemId === later.item_id)?.path ?? '$.stays';
    const path = at === undefined || at < 0 ? stay : `$.payment.terms[0].schedules[${at}]`;
    return warningOf({ ...said, presentation: 'disclosure', path });
  });
}
