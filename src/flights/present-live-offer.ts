import { hash } from 'node:crypto';
import { airlineLogoUrl, type PresentContext, presentCarrier } from '../offers/carrier-info.ts';
import type { OfferTokens } from '../offers/offer-token.ts';
import { layoverMinutes, namesOf } from '../offers/present-slices.ts';
import { instantText } from '../travel/dates.ts';
import type { FlightAncillary, Segment, SegmentPoint, Slice } from '../travel/flight.ts';
import type { Money } from '../travel/money.ts';
import type { PassengerCounts } from '../travel/passengers.ts';
import type { FareWording } from './fare-words.ts';
import type { ShownOffer } from './model/flight-search.ts';
import type { Fragments } from './fragments.ts';
import { renderFare } from './present-fare.ts';
import { type AmountWriter, quote, quoteOrNull } from '../offers/write-json.ts';
import { renderSeatMaps } from './present-seat-maps.ts';
import type { WrittenTerms } from './written-terms.ts';

/** What all offers of an answer share. */
export interface OfferSetting {
  readonly context: PresentContext;
  readonly amounts: AmountWriter;
  readonly responseId: string;
  readonly fragments: Fragments;
  /** Directions already written in this answer. */
  readonly flights: Map<Slice, string>;
  readonly wording: FareWording;
  readonly terms: WrittenTerms;
  /** An amount of the shown currency as text. */
  readonly describeMoney: (amount: Money) => string;
}
/** One offer to write. */
export interface OfferParts {
  readonly shown: ShownOffer;
  readonly tokens: OfferTokens;
  readonly expiresAt: Date;
  /** `jinko_advice` as JSON. */
  readonly adviceJson: string;
}

/** A live offer as JSON text, every field of spec.md's list. */
export function renderLiveOffer(setting: OfferSetting, { shown, tokens, expiresAt, adviceJson }: OfferParts): string {
  const { offer } = shown;
  const [outbound, inbound] = offer.slices;
  return (
    `{"offer_id":"${offerIdOf(shown)}","offer_token":"${tokens.offerToken}","expires_at":"${expiresAt.toISOString()}"` +
    `,"response_id":"${setting.responseId}"` +
    `,"provider":${quote(shown.supplierId)},"provider_name":${quote(shown.supplierName)},"owner":${quote(offer.owner)}` +
    `,"is_round_trip":${inbound !== undefined},${renderPassengers(offer.passengers)},"total_duration_minutes":${shown.durationMinutes}` +
    `,"validating_carrier":${quote(offer.validatingCarrier)},"validating_carrier_info":${carrierJson(setting, offer.validatingCarrier)}` +
    `,"outbound_flight":${outbound === undefined ? 'null' : renderFlight(setting, outbound)}` +
    `,"inbound_flight":${inbound === undefined ? 'null' : renderFlight(setting, inbound)}` +
    `,"extra_baggage_options":${renderOptions(setting, offer.ancillaries, 'checked_bag')}` +
    `,"extra_carry_on_options":${renderOptions(setting, offer.ancillaries, 'carry_on')}` +
    `,"seat_maps":${renderSeatMaps(setting.amounts, shown)},"emissions_kg":${offer.emissionsKg},"jinko_advice":${adviceJson}` +
    `,"fares":[${renderFares(setting, shown, tokens.itemTokens)}]}`
  );
}

/** Concatenated, not joined: the text is copied once, when the whole offer becomes bytes. */
function renderFares(setting: OfferSetting, shown: ShownOffer, itemTokens: readonly string[]): string {
  const { amounts, terms, wording } = setting;
  const fareSetting = { amounts, terms, wording, segments: shown.offer.slices.flatMap((slice) => slice.segments), detail: shown.seatMaps === undefined ? 'list' : 'full' } as const;
  let text = '';
  shown.fares.forEach((fare, index) => {
    text += `${index === 0 ? '' : ','}${renderFare(fare, itemTokens[index] ?? '', fareSetting)}`;
  });
  return text;
}

/** Names an offer in answers: the same flights of the same supplier always get the same id. */
export function offerIdOf(shown: ShownOffer): string {
  return `off_${hash('sha1', `${shown.supplierId}|${shown.offer.offerKey}`, 'base64url').slice(0, 20)}`;
}

function renderPassengers(counts: PassengerCounts): string {
  const adults = counts.adt + counts.youth + counts.student;
  const infants = counts.inf_lap + counts.inf_seat;
  return `"passenger_count":${adults + counts.chd + infants},"passengers":{"adt":${adults},"chd":${counts.chd},"inf":${infants}}`;
}

/** The same flights out are offered with many flights back: a direction that offers share is written once. */
function renderFlight(setting: OfferSetting, slice: Slice): string {
  const known = setting.flights.get(slice);
  if (known !== undefined) return known;
  const written = renderSlice(setting, slice);
  setting.flights.set(slice, written);
  return written;
}

function renderSlice(setting: OfferSetting, slice: Slice): string {
  const { segments } = slice;
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return 'null';
  return (
    `{${flightHeadJson(setting, first.marketingCarrier, slice)}` +
    `,"departure_datetime":"${instantText(first.depart.instant)}","arrival_datetime":"${instantText(last.arrive.instant)}"` +
    `,"departure_datetime_local":"${first.depart.timeLocal}","arrival_datetime_local":"${last.arrive.timeLocal}"` +
    `,"duration_minutes":${slice.durationMinutes},"stops":${segments.length - 1},"stop_infos":[${renderStops(segments)}]` +
    `,"segments":[${segments.map((segment, index) => renderSegment(setting, segment, segments[index + 1])).join()}]}`
  );
}

function renderStops(segments: readonly Segment[]): string {
  return segments
    .slice(0, -1)
    .map((segment, index) => {
      const next = segments[index + 1];
      const minutes = next === undefined ? 0 : layoverMinutes(segment, next);
      return `{"airport_code":${quote(segment.arrive.airport)},"duration_minutes":${minutes}}`;
    })
    .join();
}

function renderSegment(setting: OfferSetting, segment: Segment, next: Segment | undefined): string {
  return (
    `{"segment_id":${quote(segment.segmentId)}` +
    `,"flight_number":${quote(segment.flightNumber)},${aircraftJson(setting, segment.aircraft)}` +
    `,"airline":${quote(segment.marketingCarrier)},"cabin_class":${quoteOrNull(segment.cabinClass)}` +
    `,${renderPoint(setting, 'departure', segment.depart)},${renderPoint(setting, 'arrival', segment.arrive)}` +
    `,"duration_minutes":${segment.durationMinutes},"layover_minutes":${next === undefined ? 'null' : layoverMinutes(segment, next)}` +
    `,"operating_carrier":${quote(segment.operatingCarrier)},"operating_carrier_info":${carrierJson(setting, segment.operatingCarrier)}}`
  );
}

function renderPoint(setting: OfferSetting, end: 'departure' | 'arrival', point: SegmentPoint): string {
  const times = `"${end}_time":"${instantText(point.instant)}","${end}_time_local":"${point.timeLocal}"`;
  return `${airportJson(setting, end, point)},"${end}_terminal":${quoteOrNull(point.terminal)},${times}`;
}

/** Baggage is sold per journey: `j1` out, `j2` back. */
function renderOptions({ amounts, wording: { phrases } }: OfferSetting, ancillaries: readonly FlightAncillary[], type: FlightAncillary['type']): string {
  const options = ancillaries
    .filter((ancillary) => ancillary.type === type)
    .map((ancillary) => {
      const price = amounts.writeConverted(ancillary.price);
      return (
        `{"id":${quote(ancillary.ancillaryKey)},"description":${quote(phrases.extraBag(ancillary))},"is_included":false` +
        `,"journey_id":"j${ancillary.sliceIndex + 1}","segment_id":null` +
        `,"pieces":1,"weight":${ancillary.weightKg},"weight_unit":"kg","max_quantity":${ancillary.quantityMax}` +
        `,"price_per_bag":${price},"total_price":${price}}`
      );
    });
  return `[${options.join()}]`;
}

/** `{code, name, logo, is_lcc}`. */
export function carrierJson(setting: Pick<OfferSetting, 'context' | 'fragments'>, code: string): string {
  return setting.fragments.writeOnce('carrier', code, () => JSON.stringify(presentCarrier(setting.context, code)));
}

/** `"aircraft":…,"aircraft_code":…`. */
export function aircraftJson(setting: Pick<OfferSetting, 'context' | 'fragments'>, type: string): string {
  return setting.fragments.writeOnce(
    'aircraft',
    type,
    () => `"aircraft":${quote(setting.context.places.aircraftName(type) ?? type)},"aircraft_code":${quote(type)}`,
  );
}

function airportJson(setting: OfferSetting, end: 'departure' | 'arrival', { airport, cityCode }: SegmentPoint): string {
  return setting.fragments.writeOnce(
    end,
    airport + cityCode,
    () =>
      `"${end}_airport":${quote(airport)},"${end}_city":${quote(cityCode)}` +
      `,"${end}_city_name":${quote(namesOf(setting.context.places, airport).cityName)}`,
  );
}

function flightHeadJson(setting: OfferSetting, carrier: string, { origin, destination }: Slice): string {
  return setting.fragments.writeOnce('flight', `${carrier}:${origin}${destination}`, () => {
    const {
      context: { places, publicUrl },
    } = setting;
    const [from, to] = [namesOf(places, origin), namesOf(places, destination)];
    return (
      `"airline":${quote(carrier)},"airline_name":${quote(places.airline(carrier)?.name ?? carrier)}` +
      `,"airline_logo":${quote(airlineLogoUrl(publicUrl, carrier))}` +
      `,"origin":${quote(origin)},"destination":${quote(destination)},"origin_airport_name":${quote(from.airportName)}` +
      `,"origin_city_name":${quote(from.cityName)}` +
      `,"destination_airport_name":${quote(to.airportName)},"destination_city_name":${quote(to.cityName)}`
    );
  });
}
