import type { FlightExchangeOffer } from '../../ports/servicing.ts';
import type { Money } from '../../../travel/money.ts';
import { mapOffer } from '../mapping/map-offer.ts';
import type { MappingTools } from '../mapping/map-slices.ts';
import { readOffer, UnreadableOffer } from '../mapping/wire-offers.ts';
import { countParty } from '../pricing/get-offer.ts';
import { toFlightOffer } from '../search/group-offers.ts';
import { toAmountText } from '../amounts.ts';
import { type ChangeKey, toChangeKey } from './change-key.ts';
import type { ChangePrice } from './change-price.ts';
import type { ChangeableOrder, WireChange } from './wire-changes.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

/** A direction as it was sent. */
export type SentSlice = JsonObject & { readonly id: string };

/**
 * The whole journey after a change: each direction that is removed makes room for the added one of its place, the
 * others stay. Throws UnreadableOffer where the two lists are not of one length or name what is not in the order.
 */
export function joinSlices({ slices }: Pick<ChangeableOrder, 'slices'>, change: WireChange): readonly SentSlice[] {
  const { add, remove } = change.slices;
  const removed = slices.filter(({ id }) => remove.some((one) => one.id === id));
  if (removed.length !== remove.length || add.length !== remove.length) throw new UnreadableOffer('slices');
  return slices.map((slice) => add[removed.indexOf(slice)] ?? slice);
}

/**
 * A change of an order as the journey it makes of it, with what it costs. The conditions of the new ticket are not said
 * and stay unknown. Throws UnreadableOffer.
 */
export function toExchangeOffer(
  order: ChangeableOrder,
  {
    change,
    price,
    kind,
  }: { readonly change: WireChange; readonly price: ChangePrice; readonly kind: ChangeKey['kind'] },
  tools: MappingTools,
): FlightExchangeOffer {
  const { changeTotal, fareDifference, penalty, newTotal } = price;
  const wire = readOffer(asOffer(order, joinSlices(order, change), { id: change.id, total: newTotal }));
  const mapped = mapOffer(wire, tools);
  const passengers = countParty(wire.passengers);
  const offer = toFlightOffer([mapped], { passengers, toOfferKey: (id) => id });
  if (offer === undefined) throw new UnreadableOffer('slices');
  const { requirements: _known, ...plain } = offer;
  return {
    exchangeKey: toChangeKey({ kind, id: change.id }),
    offer: plain,
    fare: mapped.fare,
    changeTotal,
    fareDifference,
    penalty,
    keepsExtrasOf: order.slices.flatMap(({ id }, index) =>
      change.slices.remove.some((removed) => removed.id === id) ? [] : [index],
    ),
  };
}

/** The cabin in which a direction of an order is flown; undefined where it is not said. */
export function cabinOfSlice(order: ChangeableOrder, slice: SentSlice, tools: MappingTools): string | undefined {
  try {
    const wire = asOffer(order, [slice], { id: order.id, total: undefined });
    return mapOffer(readOffer(wire), tools).fare.cabinClass;
  } catch (failure) {
    if (failure instanceof UnreadableOffer) return undefined;
    throw failure;
  }
}

/** Directions of an order in the shape of an offer, which the mapping of offers reads. */
function asOffer(
  order: ChangeableOrder,
  slices: readonly SentSlice[],
  { id, total }: { readonly id: string; readonly total: Money | undefined },
): JsonObject {
  return {
    id,
    owner: order.owner,
    passengers: order.passengers,
    slices,
    total_amount: total === undefined ? order.total_amount : toAmountText(total),
    total_currency: total?.currency ?? order.total_currency,
  };
}
