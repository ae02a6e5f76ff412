import { hash } from 'node:crypto';
import type { AnswerBytes } from '../../offers/answers/answer-bytes.ts';
import { airlineLogoUrl, type PresentContext, presentCarrier } from '../../offers/describe/carrier-info.ts';
import { ITEM_TOKEN_PREFIX, OFFER_TOKEN_PREFIX, type SealedOffer } from '../../offers/token/offer-token.ts';
import { layoverMinutes, namesOf } from '../../offers/describe/present-slices.ts';
import type { FlightAncillary, Segment, SegmentPoint, Slice } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerCounts } from '../../travel/passengers.ts';
import type { FareWording } from './fare-messages.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import type { Fragments } from './json-fragment-cache.ts';
import { writeFare } from './present-fare.ts';
import { type AmountWriter, quote } from '../../offers/answers/write-json.ts';
import { renderSeatMaps } from './present-seat-maps.ts';
import type { FareTermsJsonCache } from './fare-terms-json-cache.ts';

/** What all offers of an answer share. */
export interface OfferRenderContext {
  /** Where they are written. */
  readonly bytes: AnswerBytes;
  readonly context: PresentContext;
  readonly amounts: AmountWriter;
  readonly responseId: string;
  readonly fragments: Fragments;
  /** Directions already written, and where in `bytes`. */
  readonly flights: Map<Slice, Written>;
  readonly wording: FareWording;
  readonly terms: FareTermsJsonCache;
  /** An amount of the shown currency as text. */
  readonly describeMoney: (amount: Money) => string;
}
/** Where something stands in what was written. */
interface Written {
  readonly start: number;
  readonly end: number;
}
/** One offer to write. */
export interface OfferParts {
  readonly shown: DisplayOffer;
  readonly sealed: SealedOffer;
  readonly expiresAt: Date;
  /** `jinko_advice` as JSON. */
  readonly adviceJson: string;
}
/** What flights and places are written with. */
export type FlightRenderContext = Pick<OfferRenderContext, 'bytes' | 'context' | 'fragments'>;

/** Writes a live offer as JSON, every field of spec.md's list. */
export function writeLiveOffer(
  setting: OfferRenderContext,
  { shown, sealed, expiresAt, adviceJson }: OfferParts,
): void {
  const { bytes } = setting;
  const { offer } = shown;
  const [outbound, inbound] = offer.slices;
  bytes.write(`{"offer_id":"${offerIdOf(shown)}","offer_token":"${OFFER_TOKEN_PREFIX}`);
  const sealedAt = bytes.length;
  bytes.write(sealed.text);
  const written = { start: sealedAt, end: bytes.length };
  bytes.add`","expires_at":${expiresAt},"response_id":${setting.responseId},"provider":${shown.supplierId},"provider_name":${shown.supplierName},
    "owner":${offer.owner},"is_round_trip":${inbound !== undefined},`;
  writePassengers(bytes, offer.passengers);
  bytes.add`,"total_duration_minutes":${shown.durationMinutes},"validating_carrier":${offer.validatingCarrier},
    "validating_carrier_info":${carrierJson(setting, offer.validatingCarrier)},"outbound_flight":`;
  writeFlight(setting, outbound);
  bytes.add`,"inbound_flight":`;
  writeFlight(setting, inbound);
  bytes.add`,"extra_baggage_options":[`;
  writeOptions(setting, offer.ancillaries, 'checked_bag');
  bytes.add`],"extra_carry_on_options":[`;
  writeOptions(setting, offer.ancillaries, 'carry_on');
  bytes.write(
    `],"seat_maps":${renderSeatMaps(setting.amounts, shown)},"emissions_kg":${offer.emissionsKg},"jinko_advice":${adviceJson},"fares":[`,
  );
  writeFares(setting, shown, sealed.tags, written);
  bytes.add`]}`;
}

/** Each fare's token is its tag before the sealed text of the offer, which has been written already. */
function writeFares(setting: OfferRenderContext, shown: DisplayOffer, tags: readonly string[], sealed: Written): void {
  const { bytes, amounts, terms, wording } = setting;
  const [only, ...others] = shown.offer.slices;
  const segments =
    others.length === 0 && only !== undefined ? only.segments : shown.offer.slices.flatMap((slice) => slice.segments);
  const fareSetting = {
    bytes,
    amounts,
    terms,
    wording,
    segments,
    detail: shown.seatMaps === undefined ? 'list' : 'full',
  } as const;
  shown.fares.forEach((fare, index) => {
    bytes.write(`${index === 0 ? '' : ','}{"trip_item_token":"${ITEM_TOKEN_PREFIX}${tags[index] ?? ''}`);
    bytes.repeat(sealed.start, sealed.end);
    bytes.add`",`;
    writeFare(fare, fareSetting);
    bytes.add`}`;
  });
}

/** Names an offer in answers: the same flights of the same supplier always get the same id. */
export function offerIdOf(shown: DisplayOffer): string {
  return `off_${hash('sha1', `${shown.supplierId}|${shown.offer.offerKey}`, 'base64url').slice(0, 20)}`;
}

function writePassengers(bytes: AnswerBytes, counts: PassengerCounts): void {
  const adults = counts.adt + counts.youth + counts.student;
  const infants = counts.inf_lap + counts.inf_seat;
  bytes.add`"passenger_count":${adults + counts.chd + infants},"passengers":{"adt":${adults},"chd":${counts.chd},"inf":${infants}}`;
}

/** The same flights out are offered with many flights back: a direction that offers share is made into text once. */
function writeFlight(setting: OfferRenderContext, slice: Slice | undefined): void {
  const { bytes, flights } = setting;
  const known = slice === undefined ? undefined : flights.get(slice);
  if (slice === undefined) bytes.add`null`;
  else if (known !== undefined) bytes.repeat(known.start, known.end);
  else {
    const start = bytes.length;
    writeSlice(setting, slice);
    flights.set(slice, { start, end: bytes.length });
  }
}

function writeSlice(setting: OfferRenderContext, slice: Slice): void {
  const { bytes } = setting;
  const { segments } = slice;
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) {
    bytes.add`null`;
    return;
  }
  bytes.add`{${airlineJson(setting, first.marketingCarrier)},${endsJson(setting, slice)},
    "departure_datetime":${first.depart.instant},"arrival_datetime":${last.arrive.instant},
    "departure_datetime_local":${first.depart.timeLocal},"arrival_datetime_local":${last.arrive.timeLocal},
    "duration_minutes":${slice.durationMinutes},"stops":${segments.length - 1},"stop_infos":[`;
  writeStops(bytes, segments);
  bytes.add`],"segments":[`;
  segments.forEach((segment, index) => {
    if (index > 0) bytes.add`,`;
    writeSegment(setting, segment, segments[index + 1]);
  });
  bytes.add`]}`;
}

function writeStops(bytes: AnswerBytes, segments: readonly Segment[]): void {
  segments.forEach((segment, index) => {
    const next = segments[index + 1];
    if (next === undefined) return;
    if (index > 0) bytes.add`,`;
    bytes.add`{"airport_code":${segment.arrive.airport},"duration_minutes":${layoverMinutes(segment, next)}}`;
  });
}

function writeSegment(setting: OfferRenderContext, segment: Segment, next: Segment | undefined): void {
  const { bytes } = setting;
  const { depart, arrive } = segment;
  bytes.add`{"segment_id":${segment.segmentId},"flight_number":${segment.flightNumber},${aircraftJson(setting, segment.aircraft)},
    "airline":${segment.marketingCarrier},"cabin_class":${segment.cabinClass},
    ${airportJson(setting, 'departure', depart)},"departure_terminal":${depart.terminal},"departure_time":${depart.instant},"departure_time_local":${depart.timeLocal},
    ${airportJson(setting, 'arrival', arrive)},"arrival_terminal":${arrive.terminal},"arrival_time":${arrive.instant},"arrival_time_local":${arrive.timeLocal},
    "duration_minutes":${segment.durationMinutes},"layover_minutes":${next && layoverMinutes(segment, next)},
    "operating_carrier":${segment.operatingCarrier},"operating_carrier_info":${carrierJson(setting, segment.operatingCarrier)}}`;
}

/** Baggage is sold per journey: `j1` out, `j2` back. */
function writeOptions(
  { bytes, amounts, wording: { phrases } }: OfferRenderContext,
  ancillaries: readonly FlightAncillary[],
  type: FlightAncillary['type'],
): void {
  let isFirst = true;
  for (const ancillary of ancillaries) {
    if (ancillary.type !== type) continue;
    if (!isFirst) bytes.add`,`;
    isFirst = false;
    const price = amounts.convert(ancillary.price);
    bytes.add`{"id":${ancillary.ancillaryKey},"description":${phrases.extraBag(ancillary)},"is_included":false,
      "journey_id":${`j${ancillary.sliceIndex + 1}`},"segment_id":null,"pieces":1,"weight":${ancillary.weightKg},"weight_unit":"kg",
      "max_quantity":${ancillary.quantityMax},"price_per_bag":${price},"total_price":${price}}`;
  }
}

/** `{code, name, logo, is_lcc}`. */
export function carrierJson(setting: FlightRenderContext, code: string): Uint8Array {
  return setting.fragments.writeOnce('carrier', code, () => JSON.stringify(presentCarrier(setting.context, code)));
}

/** `"aircraft":…,"aircraft_code":…`. */
export function aircraftJson(setting: FlightRenderContext, type: string): Uint8Array {
  return setting.fragments.writeOnce(
    'aircraft',
    type,
    () => `"aircraft":${quote(setting.context.places.aircraftName(type) ?? type)},"aircraft_code":${quote(type)}`,
  );
}

/** Codes and names of the airports and cities a direction begins and ends at. */
export function endsJson(setting: FlightRenderContext, { origin, destination }: Slice): Uint8Array {
  return setting.fragments.writeOnce('ends', origin + destination, () => {
    const [from, to] = [namesOf(setting.context.places, origin), namesOf(setting.context.places, destination)];
    return (
      `"origin":${quote(origin)},"destination":${quote(destination)}` +
      `,"origin_airport_name":${quote(from.airportName)},"origin_city_name":${quote(from.cityName)}` +
      `,"destination_airport_name":${quote(to.airportName)},"destination_city_name":${quote(to.cityName)}`
    );
  });
}

function airportJson(
  setting: FlightRenderContext,
  end: 'departure' | 'arrival',
  { airport, cityCode }: SegmentPoint,
): Uint8Array {
  return setting.fragments.writePairOnce(
    end,
    airport,
    cityCode,
    () =>
      `"${end}_airport":${quote(airport)},"${end}_city":${quote(cityCode)}` +
      `,"${end}_city_name":${quote(namesOf(setting.context.places, airport).cityName)}`,
  );
}

function airlineJson({ fragments, context: { places, publicUrl } }: FlightRenderContext, carrier: string): Uint8Array {
  return fragments.writeOnce(
    'airline',
    carrier,
    () =>
      `"airline":${quote(carrier)},"airline_name":${quote(places.airline(carrier)?.name ?? carrier)},"airline_logo":${quote(airlineLogoUrl(publicUrl, carrier))}`,
  );
}
