import type { UcpAnswer, UcpCall } from './call.ts';
import { type CheckoutStatus, statusOf } from './model/checkout-status.ts';
import { presentConfirmation } from './model/confirmation.ts';
import { describeDueLater } from './model/due-later.ts';
import { type ErrorMessage, errorOf, type Message, warningOf } from './model/messages.ts';
import { CHECKOUT, HANDLER_ID, OWN_VERSION, PAYMENT_TERMS, UCP_VERSION } from './model/names.ts';
import { knows, presentCapabilities } from './model/negotiate.ts';
import { presentPolicies } from './model/cancellation-policies.ts';
import { costOf } from './model/payment-terms.ts';
import { presentTotals } from './model/totals.ts';
import type { PresentedCheckout, PresentedTrip } from './presented-api.ts';
import type { Progress } from './read-progress.ts';
import type { StoredCheckout } from './model/stored-checkout.ts';

/** All that an answer about a checkout says. */
export interface ShownCheckout {
  readonly stored: StoredCheckout;
  readonly trip: PresentedTrip;
  /** While it can be paid. */
  readonly quote: PresentedCheckout | undefined;
  readonly progress: Progress;
  readonly messages: readonly Message[];
  /** What has to be put right before it may be paid, although its trip could be. */
  readonly problems: readonly ErrorMessage[];
}

/** The state of what is shown: with a problem nothing is ready. */
export function stateOf({ trip, progress, quote, problems }: ShownCheckout): CheckoutStatus {
  return statusOf(trip, progress, { isQuoted: quote !== undefined && problems.length === 0 });
}

/** A checkout in the form of UCP. */
export function presentCheckout(call: UcpCall, shown: ShownCheckout, status: UcpAnswer['status'] = 200): UcpAnswer {
  const { trip, quote, progress } = shown;
  const { publicUrl } = call.context.app.config;
  const messages = [
    ...shown.messages,
    ...shown.problems.map(errorOf),
    ...dueMessages(shown),
    ...stateMessages(shown, shopping),
  ];
  const state = stateOf(shown);
  const { total: amount, service_fee: fee = 0, currency } = trip.totals;
  const cost = costOf({ amount, fee, currency }, trip.due_later, knows(call.shared, PAYMENT_TERMS));
  return {
    status,
    body: {
      ucp: {
        version: UCP_VERSION,
        status: 'success',
        capabilities: presentCapabilities(call.shared, CHECKOUT),
        payment_handlers: presentHandlers(call, quote),
      },
      id: trip.trip_id,
      line_items: trip.items.map((item) => presentLine(item, shown.stored)),
      ...presentBuyer(shown),
      ...(shown.stored.attribution ? { attribution: shown.stored.attribution } : {}),
      status: state,
      currency,
      totals: cost.totals,
      ...(cost.term ? { payment: { terms: [cost.term], selected_term_id: cost.term.id } } : {}),
      ...(messages.length === 0 ? {} : { messages }),
      policies: presentPolicies(trip, call.names.cancellation),
      links: [{ type: 'manage_booking', url: `${publicUrl}/manage`, title: 'Manage a booking' }],
      expires_at: progress.linkExpiresAt?.toISOString() ?? trip.expires_at,
      ...presentContinueUrl(publicUrl, progress, state),
      ...(state === 'completed' ? { order: presentConfirmation(publicUrl, trip.booking_ref ?? '') } : {}),
      ...presentTravel(call, trip, quote),
    },
  };
}

/** Where a person goes on, while there is something to go on with. */
export function presentContinueUrl(publicUrl: string, { sessionId }: Progress, status: CheckoutStatus) {
  if (sessionId === undefined || status === 'completed' || status === 'canceled') return {};
  return { continue_url: `${publicUrl}/checkout/${sessionId}` };
}

/** A line of a checkout: its price is that of the whole party. */
function presentLine(item: PresentedTrip['items'][number], { lines }: Pick<StoredCheckout, 'lines'>) {
  const { item_id: id, description: title, price, service_fee: fee } = item;
  return {
    id,
    item: { id: Object.hasOwn(lines, id) ? lines[id] : id, title, price: price.amount },
    quantity: 1,
    totals: presentTotals(price.amount, fee?.amount ?? 0),
  };
}

/** As it was sent last; once that is erased, as the trip has it. */
function presentBuyer({ stored: { party }, trip: { contact, travelers } }: ShownCheckout) {
  const [lead] = travelers;
  const sent = party === undefined ? contact : party.booker;
  if (sent === undefined) return {};
  const { firstName = lead?.first_name, lastName = lead?.last_name } = party?.booker ?? {};
  return {
    buyer: {
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(sent.email === undefined ? {} : { email: sent.email }),
      ...(sent.phone === undefined ? {} : { phone_number: sent.phone }),
    },
  };
}

/** How the session is paid. */
export function presentHandlers({ names, context }: UcpCall, quote: PresentedCheckout | undefined) {
  const { publicUrl } = context.app.config;
  const handler = {
    id: HANDLER_ID,
    version: OWN_VERSION,
    spec: `${publicUrl}/docs/guides/ucp`,
    schema: `${publicUrl}/ucp/schemas/shared-payment-token.json`,
    available_instruments: [{ type: HANDLER_ID }],
    ...(quote ? { config: { ...quote.agent_spt_params } } : {}),
  };
  return { [names.handler]: [handler] };
}

/** The travel extension, where the platform has declared it. */
function presentTravel({ names, shared }: UcpCall, trip: PresentedTrip, quote: PresentedCheckout | undefined) {
  if (!knows(shared, names.travel)) return {};
  return {
    travelers: trip.travelers.map(({ pax_ref_id: id, ...traveler }) => ({ id, ...traveler })),
    itinerary: trip.items.map(({ item_id, type, status, details }) => ({
      line_item_id: item_id,
      type,
      status,
      details,
    })),
    ...(quote
      ? {
          quote: {
            id: quote.quote_id,
            expires_at: quote.expires_at,
            content_hash: quote.content_hash,
            jws: quote.quote_jws,
          },
        }
      : {}),
  };
}

function dueMessages({ trip }: ShownCheckout): readonly Message[] {
  return trip.due_later.map((later) => {
    const at = trip.items.findIndex(({ item_id: id }) => id === later.item_id);
    return warningOf({ ...describeDueLater(later), presentation: 'disclosure', path: `$.line_items[${at}]` });
  });
}

/** What a surface calls its items and what is not for sale any more. */
const shopping = { itemsPath: '$.line_items', unavailableCode: 'item_unavailable' } as const;

/** What people must know of how far a session is. */
export function stateMessages(
  { trip, progress }: ShownCheckout,
  { itemsPath, unavailableCode }: { readonly itemsPath: string; readonly unavailableCode: string },
): readonly Message[] {
  const { failure, status } = trip.fulfillment;
  const messages: Message[] = [];
  if (progress.attempt === 'requires_action')
    messages.push(
      errorOf({
        code: 'payment_authentication_required',
        content:
          "The payer's bank asks them to confirm the payment. They do so at continue_url; nothing is booked until then.",
        severity: 'requires_buyer_review',
        path: '$.payment',
      }),
    );
  if (trip.status === 'failed')
    messages.push(
      errorOf({
        code: unavailableCode,
        content: `Nothing was booked, and nothing was charged. ${failure?.message ?? ''}`.trim(),
        severity: 'unrecoverable',
      }),
    );
  else if (failure !== undefined || status === 'partial')
    messages.push(
      warningOf({
        code: 'partially_booked',
        content: `A part was not booked, and is not charged. ${failure?.message ?? ''}`.trim(),
        presentation: 'disclosure',
        path: itemsPath,
      }),
    );
  return messages;
}
