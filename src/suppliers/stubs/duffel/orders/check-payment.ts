import { readMinor, toAmount } from '../../decimal-amounts.ts';
import type { Account } from '../account.ts';
import { refusal } from '../refusals.ts';
import type { SeatService, StoredOffer } from '../search/offer-shelf.ts';
import type { Service } from '../objects.ts';
import type { OrderData, PaymentData } from './read-order-data.ts';

/** A service of an offer that is to be bought: a bag, an extra, or a seat. */
export interface WantedService {
  readonly id: string;
  readonly quantity: number;
  readonly type: string;
  readonly passengerIds: readonly string[];
  readonly segmentIds: readonly string[];
  /** Minor units of one. */
  readonly price: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The services an order names; throws for those that are not the offer's, or too many. */
export function readServices(
  { services = [] }: Pick<OrderData, 'services'>,
  stored: StoredOffer,
): readonly WantedService[] {
  const wanted = services.map(({ id, quantity }, index) => {
    const at = `/services/${index}`;
    const bag = stored.services?.find((one) => one.id === id);
    if (bag !== undefined) {
      if (quantity > bag.maximum_quantity)
        throw refusal('validation_inclusion', 'More than there are.', `${at}/quantity`);
      return fromService(bag, quantity);
    }
    const seat = stored.seats?.find((one) => one.id === id);
    if (seat === undefined) throw refusal('not_valid_with_selected_offer', undefined, `${at}/id`);
    if (quantity > 1) throw refusal('validation_inclusion', 'A seat is sold once.', `${at}/quantity`);
    return fromSeat(seat);
  });
  refuseDoubles(wanted);
  return wanted;
}

/** A seat as it is bought: once. */
export function fromSeat(seat: SeatService): WantedService {
  return {
    id: seat.id,
    quantity: 1,
    type: 'seat',
    passengerIds: [seat.passengerId],
    segmentIds: [seat.segmentId],
    price: readMinor(seat.amount, seat.currency) ?? 0,
    currency: seat.currency,
    metadata: { designator: seat.designator, name: seat.name, disclosures: seat.disclosures },
  };
}

/** A service of an offer, so many times. */
export function fromService(service: Service, quantity: number): WantedService {
  return {
    id: service.id,
    quantity,
    type: service.type,
    passengerIds: service.passenger_ids,
    segmentIds: service.segment_ids,
    price: readMinor(service.total_amount, service.total_currency) ?? 0,
    currency: service.total_currency,
    metadata: service.metadata,
  };
}

/** One seat for two, or two seats for one, on one flight. */
function refuseDoubles(wanted: readonly WantedService[]): void {
  const seats = wanted.filter(({ type }) => type === 'seat');
  const places = seats.map(({ segmentIds, metadata }) => `${segmentIds[0]} ${String(metadata['designator'])}`);
  const people = seats.map(({ segmentIds, passengerIds }) => `${segmentIds[0]} ${passengerIds[0]}`);
  if (new Set(places).size < seats.length || new Set(people).size < seats.length)
    throw refusal('ancillary_service_not_available', 'A seat is taken twice, or a passenger has two.', '/services');
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length)
    throw refusal('validation_unique', undefined, '/services');
}

/** Refuses a payment that is not what is due, to the last unit. */
export function checkAmount(
  payment: PaymentData,
  due: { readonly minor: number; readonly currency: string },
  at: string,
): void {
  if (payment.currency !== due.currency)
    throw refusal('payment_currency_does_not_match_order_currency', undefined, `${at}/currency`);
  if (readMinor(payment.amount, due.currency) !== due.minor)
    throw refusal('payment_amount_does_not_match_order_amount', undefined, `${at}/amount`);
  if (payment.type === 'card' && !/^(?:3ds|tds)_/.test(payment.three_d_secure_session_id ?? ''))
    throw refusal('three_d_secure_session_not_found', undefined, `${at}/three_d_secure_session_id`);
}

/** Takes a sum from the account's balance, or gives it back where it is negative; throws where too little is left. */
export function takeBalance(account: Account, payment: Pick<PaymentData, 'type' | 'currency'>, minor: number): void {
  const { balance } = account.settings;
  if (balance === null || payment.type !== 'balance') return;
  const left = (readMinor(balance, payment.currency) ?? 0) - minor;
  if (left < 0) throw refusal('insufficient_balance');
  account.settings = { ...account.settings, balance: toAmount(left, payment.currency) };
}
