import type { HeldRental, RentalExchangeParts } from './rental-exchange-parts.ts';
import { carryForfeited } from './carry-forfeited.ts';
import { addMoney, describeMoney } from '../../../src/travel/money.ts';
import { payNowOfRental } from '../../../src/travel/rental.ts';
import { type SupplierContext, SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import type {
  ExchangeOutcome,
  ExchangeRequest,
  RentalExchangeService,
  RentalExchangePrice,
  RentalExchangeQuery,
  RentalExchangeSearch,
} from '../../../src/suppliers/ports/servicing.ts';
import type { RentalWorld } from '../rental-world.ts';
import { scenarioOfCar } from '../scenario-cars.ts';
import { dueOfRental, gatherExtras, isSoldWith } from './rental-due.ts';
import { type RentalExchangeKey, readExchangeKey, writeExchangeKey } from './rental-exchange-key.ts';
import { lookUpExchange, makeExchange } from './rental-exchange-orders.ts';
import { findHeldRental } from './rental-held.ts';
import { retainedOf } from '../../order-book/stock-cancellations.ts';
import { graceStart } from '../../order-book/order-book.ts';
import type { StatedExchangeOffer, StatedRental } from '../stated-rental.ts';

/**
 * Exchanges of rentals: any class of the same branches on the same plan, for what it costs today; a car that is
 * not changed stays at the price it was sold at. There is no fee; what was forfeited of the old rental is forfeited of
 * the new one, too (docs/decisions/0018). A prepaid rental cannot be exchanged.
 */
export function createRentalExchanges(parts: RentalExchangeParts): RentalExchangeService {
  return {
    search: (query, context) => search(parts, query, context),
    async price({ reference, exchangeKey }, context): Promise<RentalExchangePrice> {
      const held = await findHeldRental(parts, reference, context);
      if ('reason' in held) return { kind: 'gone', reason: held.reason };
      const offer = findQuoted(parts.rentals, held, exchangeKey);
      return offer ? { kind: 'priced', offer } : { kind: 'gone', reason: GONE };
    },
    exchange: (request, context) => exchange(parts, request, context),
    lookUp: (names, context) => lookUpExchange(parts, names, context),
  };
}

const GONE = 'This car is rented out, or no longer offered at this price.';

async function search(
  parts: RentalExchangeParts,
  query: RentalExchangeQuery,
  context: SupplierContext,
): Promise<RentalExchangeSearch> {
  const held = await findHeldRental(parts, query.reference, context);
  if ('reason' in held) return { kind: 'not_exchangeable', reason: held.reason };
  const extras = query.extras ? gatherExtras(query.extras) : held.order.extras;
  if (query.extras && !extras.every((extra) => isSoldWith(held.offer, extra)))
    throw new SupplierFailure('rejected', 'An extra is not sold with this rental.');
  const offers = listWanted(parts.rentals, held, query);
  const sold = offers.filter((offer) => extras.every((extra) => isSoldWith(offer, extra)));
  const lackingExtras = offers.length - sold.length;
  const dueOf = ({ total, dueLater }: StatedExchangeOffer) => addMoney(total, dueLater).value;
  return {
    kind: 'offers',
    offers: sold
      .map((offer) =>
        toExchangeOffer(held, offer, { extras, pricedAt: offer === held.offer ? held.pricedAt : context.now }),
      )
      .sort((a, b) => dueOf(a) - dueOf(b)),
    warnings: [...describeLost(lackingExtras), ...describeForfeited(held, sold, context.now)],
    lackingExtras,
  };
}

function describeLost(lost: number): readonly string[] {
  return lost === 0
    ? []
    : [
        `${lost} ${lost === 1 ? 'vehicle is' : 'vehicles are'} left out: not every extra is sold with ${lost === 1 ? 'it' : 'them'} at these times.`,
      ];
}

/** A notice for late exchanges: cancelling the new rental costs at least what cancelling the old one would. */
function describeForfeited({ order, offer }: HeldRental, sold: readonly StatedRental[], now: Date): readonly string[] {
  const forfeited = retainedOf(order, now);
  const isCarried = forfeited.value > 0 && sold.some((other) => other !== offer);
  return isCarried
    ? [
        `Cancelling this rental would cost ${describeMoney(forfeited)} by now. As much of what is paid is kept should its replacement be cancelled.`,
      ]
    : [];
}

/**
 * With extras alone the rental as it is; else every class at the times requested, the present one at its own price
 * where the times stay.
 */
function listWanted(
  rentals: RentalWorld,
  { offer, offerKey, stock }: HeldRental,
  { pickUpAt, dropOffAt, extras }: RentalExchangeQuery,
): readonly StatedRental[] {
  if (extras !== undefined && pickUpAt === undefined && dropOffAt === undefined) return [offer];
  const found = rentals
    .alternatives(offerKey, { pickUpAt, dropOffAt }, stock)
    .map((other) => (other.offerKey === offerKey ? offer : other));
  const staysAsItIs = isSameMinute(pickUpAt, offer.pickUp.at) && isSameMinute(dropOffAt, offer.dropOff.at);
  return staysAsItIs && !found.includes(offer) ? [...found, offer] : found;
}

function isSameMinute(requested: string | undefined, at: string): boolean {
  return requested === undefined || requested.slice(0, 16) === at.slice(0, 16);
}

function toExchangeOffer(
  held: HeldRental,
  offer: StatedRental,
  { extras, pricedAt }: Omit<RentalExchangeKey, 'offerKey'>,
): StatedExchangeOffer {
  const { total, dueLater } = dueOfRental(offer, extras);
  return {
    exchangeKey: writeExchangeKey({ offerKey: offer.offerKey, extras, pricedAt }),
    rental:
      offer === held.offer
        ? offer
        : {
            ...offer,
            cancellation: carryForfeited(
              { schedule: offer.cancellation, price: payNowOfRental(offer), paid: total },
              retainedOf(held.order, pricedAt),
              pricedAt,
            ),
          },
    extras: extras.map((extra) => ({ ...extra, travelerId: undefined })),
    total,
    dueLater,
    // A car they already have needs no confirmation; every exchange of the scenario's booking does.
    isOnRequest:
      scenarioOfCar(held.offerKey) === 'on_request' || (offer.isOnRequest && offer.offerKey !== held.offerKey),
  };
}

/**
 * A repeat returns the outcome of the first request. So does one that was refused while the first was being carried
 * out, whatever the reason of its refusal.
 */
async function exchange(
  parts: RentalExchangeParts,
  request: ExchangeRequest,
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const known = await lookUpExchange(parts, request, context);
  if (known.kind !== 'none') return known;
  const outcome = await exchangeAsQuoted(parts, request, context);
  if (outcome.kind !== 'refused') return outcome;
  const made = await lookUpExchange(parts, request, context);
  return made.kind === 'none' ? outcome : made;
}

async function exchangeAsQuoted(
  parts: RentalExchangeParts,
  request: ExchangeRequest,
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const held = await findHeldRental(parts, request.reference, context);
  if ('reason' in held) return { kind: 'refused', reason: held.reason };
  const wanted = findQuoted(parts.rentals, held, request.exchangeKey);
  const key = readExchangeKey(request.exchangeKey);
  if (!wanted || !key) return { kind: 'refused', reason: GONE };
  const isAsQuoted =
    wanted.total.value === request.total.value &&
    wanted.total.currency === request.total.currency &&
    request.penalty?.value === 0;
  return isAsQuoted
    ? makeExchange(parts, { names: request, held, wanted, key }, context)
    : { kind: 'refused', reason: 'price_changed' };
}

/** The offer as it was quoted, if it can still be had: a quote holds as long as a price does for those who book. */
function findQuoted(rentals: RentalWorld, held: HeldRental, exchangeKey: string): StatedExchangeOffer | undefined {
  const key = readExchangeKey(exchangeKey);
  if (!key) return undefined;
  const staysAsItIs = key.offerKey === held.offerKey && key.pricedAt.getTime() === held.pricedAt.getTime();
  const offer = staysAsItIs ? held.offer : findAlternative(rentals, held, key);
  return offer && key.extras.every((extra) => isSoldWith(offer, extra)) ? toExchangeOffer(held, offer, key) : undefined;
}

function findAlternative(
  rentals: RentalWorld,
  { stock }: HeldRental,
  { offerKey, pricedAt }: RentalExchangeKey,
): StatedRental | undefined {
  if (pricedAt > stock.now || pricedAt <= graceStart(stock.now) || !rentals.offer(offerKey, stock)) return undefined;
  return rentals.offer(offerKey, { ...stock, now: pricedAt });
}
