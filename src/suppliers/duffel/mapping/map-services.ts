import type { FlightAncillary } from '../../../travel/flight.ts';
import type { Money } from '../../../travel/money.ts';
import { isLapInfant } from './map-offer.ts';
import { toObject, toQuantity, toText, toTexts } from './read-json.ts';
import { readMoney, type WireOffer } from './wire-offers.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

const servicesMax = 500;
const QUANTITY_MAX = 20;

/** A bag that can be bought for one passenger. */
interface BagService {
  readonly id: string;
  readonly passengerId: string;
  readonly type: FlightAncillary['type'];
  readonly weightKg: number | undefined;
  readonly quantityMax: number;
  readonly price: Money;
  readonly segmentIds: readonly string[];
}

/**
 * The bags that can be bought with an offer. Duffel sells each passenger a service of their own; equal ones are one
 * extra, whose key is the first one's id: an order takes the equal service of the traveler it is for. Left out is what
 * not everybody with a seat can buy at one price, and what is no bag.
 */
export function mapBags(offer: WireOffer): readonly FlightAncillary[] {
  const seated = offer.passengers.filter((passenger) => !isLapInfant(passenger)).map(({ id }) => id);
  const bags = (offer.services ?? []).slice(0, servicesMax).flatMap((service) => readBag(service, offer) ?? []);
  const equal = Map.groupBy(bags, ({ type, weightKg, quantityMax, price, segmentIds }) =>
    JSON.stringify([type, weightKg, quantityMax, price, segmentIds]),
  );
  return [...equal.values()].flatMap((group) => {
    const [first] = group;
    const isForAll = seated.every((id) => group.filter(({ passengerId }) => passengerId === id).length === 1);
    return first !== undefined && isForAll ? [toAncillary(first, offer)] : [];
  });
}

function readBag(service: JsonObject, offer: WireOffer): BagService | undefined {
  const id = toText(service['id']);
  const metadata = toObject(service['metadata']);
  const [passengerId, ...others] = toTexts(service['passenger_ids']);
  const type = BAG_TYPES[toText(metadata?.['type']) ?? ''];
  const price = readMoney(service, 'total');
  const quantityMax = Math.floor(toQuantity(service['maximum_quantity']) ?? 0);
  if (service['type'] !== 'baggage' || id === undefined || passengerId === undefined || others.length > 0)
    return undefined;
  if (type === undefined || price === undefined || price.value < 0 || quantityMax < 1) return undefined;
  // Offer and extras are paid in one sum.
  if (price.currency !== offer.total.currency) return undefined;
  return {
    id,
    passengerId,
    type,
    weightKg: toQuantity(metadata?.['maximum_weight_kg']),
    quantityMax: Math.min(quantityMax, QUANTITY_MAX),
    price,
    segmentIds: toTexts(service['segment_ids']).toSorted(),
  };
}
const BAG_TYPES: Readonly<Record<string, FlightAncillary['type']>> = { checked: 'checked_bag', carry_on: 'carry_on' };

function toAncillary(bag: BagService, offer: WireOffer): FlightAncillary {
  const { type, weightKg, price, quantityMax } = bag;
  const weight = weightKg === undefined ? '' : `, ${weightKg} kg`;
  const noun = type === 'checked_bag' ? 'Extra checked bag' : 'Extra cabin bag';
  return {
    ancillaryKey: bag.id,
    type,
    description: `${noun}${weight}${flightsText(bag, offer)}`,
    sliceIndex: sliceIndexOf(bag, offer),
    weightKg,
    price,
    quantityMax,
  };
}

/** The direction all its flights belong to; undefined where they belong to several. */
function sliceIndexOf({ segmentIds }: BagService, { slices }: WireOffer): number | undefined {
  const touched = slices.flatMap(({ segments }, index) =>
    segments.some(({ id }) => segmentIds.includes(id)) ? [index] : [],
  );
  return touched.length === 1 ? touched[0] : undefined;
}

/** Names the flights of a bag that is carried on a part of its directions only: ` on BA117`. */
function flightsText({ segmentIds }: BagService, { slices }: WireOffer): string {
  const touched = slices.filter(({ segments }) => segments.some(({ id }) => segmentIds.includes(id)));
  const flights = touched.flatMap(({ segments }) => segments);
  const carried = flights.filter(({ id }) => segmentIds.includes(id));
  if (carried.length === flights.length) return '';
  return ` on ${carried.map(({ flight: { marketing, flightNumber } }) => `${marketing.code}${flightNumber}`).join(', ')}`;
}
