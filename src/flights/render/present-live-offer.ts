import { hash } from 'node:crypto';
import type { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import { type PresentContext, presentCarrier } from '../../offers/describe/carrier-info.ts';
import { presentRequirements } from '../../offers/describe/present-requirements.ts';
import { presentSeatMaps } from '../../offers/describe/present-seat-maps.ts';
import { ITEM_TOKEN_PREFIX, OFFER_TOKEN_PREFIX, type SealedOffer } from '../../offers/token/offer-token.ts';
import type { FlightAncillary } from '../../travel/flight.ts';
import { type Money, zeroMoney } from '../../travel/money.ts';
import { type PassengerCounts, passengerTotal } from '../../travel/passengers.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import type { FareWording } from './describe-fare-terms.ts';
import type { PresentedAdvice } from './present-advice.ts';
import { type FareRenderContext, presentFare } from './present-fare.ts';
import type { FareTermsCache } from './fare-terms-cache.ts';
import type { flightPresenter } from './present-live-flight.ts';

const ID_LENGTH = 20;

/** What all offers of an answer share. */
export interface OfferRenderContext {
  readonly context: PresentContext;
  readonly display: DisplayCurrency;
  readonly responseId: string;
  readonly presentFlight: ReturnType<typeof flightPresenter>;
  readonly wording: FareWording;
  readonly terms: FareTermsCache;
  /** An amount of the shown currency as text. */
  readonly describeMoney: (amount: Money) => string;
}

/** An offer and what is presented with it. */
export interface OfferParts {
  readonly shown: DisplayOffer;
  readonly sealed: SealedOffer;
  readonly expiresAt: Date;
  readonly advice: PresentedAdvice | null;
}

/** Presents a live offer with every field of spec.md's list. */
export function presentLiveOffer(rendering: OfferRenderContext, { shown, sealed, expiresAt, advice }: OfferParts) {
  const { offer } = shown;
  const [outbound, inbound] = offer.slices;
  if (outbound === undefined) throw new RangeError('An offer has at least one direction.');
  return {
    offer_id: offerIdOf(shown),
    offer_token: OFFER_TOKEN_PREFIX + sealed.text,
    expires_at: expiresAt.toISOString(),
    response_id: rendering.responseId,
    provider: shown.supplierId,
    provider_name: shown.supplierName,
    owner: offer.owner,
    is_round_trip: inbound !== undefined,
    ...presentPassengers(offer.passengers),
    total_duration_minutes: shown.durationMinutes,
    validating_carrier: offer.validatingCarrier,
    validating_carrier_info: presentCarrier(rendering.context, offer.validatingCarrier, offer.carrierNames),
    outbound_flight: rendering.presentFlight(outbound),
    inbound_flight: inbound === undefined ? null : rendering.presentFlight(inbound),
    extra_baggage_options: presentOptions(rendering, offer.ancillaries, 'checked_bag'),
    extra_carry_on_options: presentOptions(rendering, offer.ancillaries, 'carry_on'),
    seat_maps: presentMaps(rendering.display, shown),
    emissions_kg: offer.emissionsKg ?? null,
    ...presentRequirements(offer.requirements),
    jinko_advice: advice,
    fares: presentFares(rendering, shown, sealed),
  };
}

/** Presents the fares. The token of a fare is its tag followed by the sealed text of the offer. */
function presentFares(rendering: OfferRenderContext, shown: DisplayOffer, { tags, text }: SealedOffer) {
  const fareRendering: FareRenderContext = {
    display: rendering.display,
    terms: rendering.terms,
    wording: rendering.wording,
    passengerCount: passengerTotal(shown.offer.passengers),
    segments: shown.offer.slices.flatMap((slice) => slice.segments),
    detail: shown.seatMaps === undefined ? 'list' : 'full',
  };
  return shown.fares.map((fare, index) =>
    presentFare(fare, `${ITEM_TOKEN_PREFIX}${tags[index] ?? ''}${text}`, fareRendering),
  );
}

/** The id of an offer in answers: always equal for one offer of one supplier. */
export function offerIdOf(shown: DisplayOffer): string {
  return `off_${hash('sha1', `${shown.supplierId}|${shown.offer.offerKey}`, 'base64url').slice(0, ID_LENGTH)}`;
}

function presentPassengers(counts: PassengerCounts) {
  const adults = counts.adt + counts.youth + counts.student;
  const infants = counts.inf_lap + counts.inf_seat;
  return {
    passenger_count: adults + counts.chd + infants,
    passengers: { adt: adults, chd: counts.chd, inf: infants },
  };
}

/** Presents seat maps, which only a re-priced offer has, at the prices of the cheapest fare shown. */
function presentMaps(display: DisplayCurrency, { seatMaps }: DisplayOffer) {
  if (seatMaps === undefined) return [];
  return presentSeatMaps(seatMaps, (price) => display.convert(price), zeroMoney(display.code));
}

/** Presents bags that can be added. Those sold per direction name it: `j1` out, `j2` back. */
function presentOptions(
  { display, wording: { messages } }: OfferRenderContext,
  ancillaries: readonly FlightAncillary[],
  type: FlightAncillary['type'],
) {
  return ancillaries
    .filter((ancillary) => ancillary.type === type)
    .map((ancillary) => {
      const price = display.presentConverted(ancillary.price);
      return {
        id: ancillary.ancillaryKey,
        description: messages.extraBag(ancillary),
        is_included: false,
        journey_id: ancillary.sliceIndex === undefined ? null : `j${ancillary.sliceIndex + 1}`,
        segment_id: null,
        pieces: 1,
        weight: ancillary.weightKg ?? null,
        weight_unit: 'kg',
        max_quantity: ancillary.quantityMax,
        price_per_bag: price,
        total_price: price,
      };
    });
}
