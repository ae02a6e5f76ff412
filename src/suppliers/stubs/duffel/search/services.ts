import { decimalPlaces } from '../../../../travel/money.ts';
import { toAmount } from '../../decimal-amounts.ts';
import type { MakeId } from '../ids.ts';
import type { Offer, Service } from '../objects.ts';
import type { StubPlaces } from './places.ts';
import type { StoredOffer } from './offer-shelf.ts';

const bagEuro = 35;
const carryOnEuro = 15;
const cancelShare = 0.2;
/** The first airline sells a bag for the whole journey, the others one for each direction. */
const WHOLE_JOURNEY_CARRIER = 'ZZ';

/** The services that can be bought with an offer; made at the first reading, with the same ids in each later one. */
export function servicesOf(stored: StoredOffer, places: StubPlaces, newId: MakeId): readonly Service[] {
  stored.services ??= stored.search.magic === 'no_services' ? [] : makeServices(stored, places, newId);
  return stored.services;
}

function makeServices({ offer, passengers }: StoredOffer, places: StubPlaces, newId: MakeId): readonly Service[] {
  const currency = offer.total_currency;
  const segments = offer.slices.map((slice) => slice.segments.map(({ id }) => id));
  const spans = offer.owner.iata_code === WHOLE_JOURNEY_CARRIER ? [segments.flat()] : segments;
  const price = (euro: number): string =>
    toAmount(Math.round(euro * places.rates.rate('EUR', currency) * 10 ** decimalPlaces(currency)), currency);
  const bag = (passengerId: string, segmentIds: readonly string[], type: 'checked' | 'carry_on'): Service => ({
    id: newId('ase'),
    type: 'baggage',
    maximum_quantity: type === 'checked' ? 2 : 1,
    passenger_ids: [passengerId],
    segment_ids: segmentIds,
    total_amount: price(type === 'checked' ? bagEuro : carryOnEuro),
    total_currency: currency,
    metadata: {
      type,
      maximum_weight_kg: type === 'checked' ? 23 : null,
      maximum_height_cm: type === 'checked' ? 90 : null,
      maximum_length_cm: type === 'checked' ? 75 : null,
      maximum_depth_cm: type === 'checked' ? 43 : null,
    },
  });
  const seated = passengers.filter(({ age }) => age === undefined || age >= 2);
  const bags = seated.flatMap(({ id }) =>
    spans.flatMap((span) => [bag(id, span, 'checked'), bag(id, span, 'carry_on')]),
  );
  return offer.owner.iata_code === WHOLE_JOURNEY_CARRIER ? [...bags, cancelForAnyReason(offer, newId)] : bags;
}

function cancelForAnyReason(offer: Offer, newId: MakeId): Service {
  const total = Number(offer.total_amount);
  const decimals = decimalPlaces(offer.total_currency);
  return {
    id: newId('ase'),
    type: 'cancel_for_any_reason',
    maximum_quantity: 1,
    passenger_ids: offer.passengers.map(({ id }) => id),
    segment_ids: offer.slices.flatMap(({ segments }) => segments.map(({ id }) => id)),
    total_amount: (total * cancelShare).toFixed(decimals),
    total_currency: offer.total_currency,
    metadata: {
      refund_amount: total.toFixed(decimals),
      merchant_copy: 'Cancel for any reason until a day before departure.',
      terms_and_conditions_url: 'https://duffel.com/terms',
    },
  };
}
