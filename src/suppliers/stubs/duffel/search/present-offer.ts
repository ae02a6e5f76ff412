import { clockText, epochDayToIsoDate } from '../../../../travel/dates.ts';
import { toAmount } from '../../decimal-amounts.ts';
import type { MakeId } from '../ids.ts';
import type { Offer, OfferPassenger, OfferSlice, PaymentRequirements, Segment } from '../objects.ts';
import { CARRIERS } from './carriers.ts';
import { conditionsOf, priceJourney } from './fares.ts';
import { magicOfSearch, type MarketContext, type Product } from './generate-offers.ts';
import type { Itinerary, Leg } from './itineraries.ts';
import { segmentPassengers, without } from './leave-out.ts';
import type { Magic } from './magic-routes.ts';
import { toAirline } from './places.ts';
import type { SearchPassenger, SearchRequest } from './read-search.ts';

/** What an offer is written with. */
export interface OfferContext extends MarketContext {
  readonly newId: MakeId;
  readonly now: Date;
  readonly isLive: boolean;
  readonly request: SearchRequest;
}

const hourMilliseconds = 3_600_000;
const emissionsKgPerKm = 0.09;
const MEMBER = { givenName: 'Amelia', familyName: 'Earhart', account: '1234567890', factor: 0.9 } as const;
const DOCUMENT_TYPES = ['passport', 'known_traveler_number', 'passenger_redress_number'] as const;

/** Writes a product as an offer of Duffel with ids of its own. */
export function presentOffer(context: OfferContext, product: Product): Offer {
  const { request, settings, now, newId, isLive, places, seed } = context;
  const { carrier, itineraries } = product;
  const { currency } = settings;
  const party = request.passengers.map(({ age }) => ({ age }));
  const memberFactor = request.passengers.some(isMember) ? MEMBER.factor : 1;
  const price = priceJourney(
    { ...product, party, memberFactor, moment: { now, seed, moves: settings.price_moves } },
    currency,
    places.rates,
  );
  const conditions = conditionsOf({ ...product, party }, currency, places.rates);
  const instant = now.toISOString();
  const missing = without(product, settings.sparse);
  const km = itineraries.reduce((sum, itinerary) => sum + itinerary.km, 0);
  const minutes = settings.offer_minutes ?? carrier.offerMinutes;
  return {
    id: newId('off'),
    live_mode: isLive,
    created_at: instant,
    updated_at: instant,
    expires_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
    owner: toAirline(carrier),
    total_amount: toAmount(price.total, currency),
    total_currency: currency,
    base_amount: toAmount(price.base, currency),
    base_currency: currency,
    tax_amount: missing.has('tax') ? null : toAmount(price.tax, currency),
    tax_currency: missing.has('tax') ? null : currency,
    total_emissions_kg: missing.has('emissions') ? null : String(Math.round(km * emissionsKgPerKm * party.length)),
    conditions: missing.has('conditions')
      ? { change_before_departure: null, refund_before_departure: null }
      : conditions.whole,
    payment_requirements: missing.has('payment_requirements')
      ? null
      : paymentRequirements(canBeHeld(magicOfSearch(request), product), now),
    passenger_identity_documents_required: settings.documents_required ?? carrier.wantsDocuments ?? false,
    supported_passenger_identity_document_types: DOCUMENT_TYPES,
    supported_loyalty_programmes: carrier.code === null ? [] : [carrier.code],
    passengers: request.passengers.map((passenger) => presentPassenger(passenger, product)),
    private_fares: privateFares(request, carrier.code),
    partial: false,
    slices: itineraries.map((itinerary, index) => presentSlice(context, product, itinerary, index)),
  };
}

function presentSlice(context: OfferContext, product: Product, itinerary: Itinerary, index: number): OfferSlice {
  const { request, newId, places, settings } = context;
  const searched = request.slices[index];
  const [first] = itinerary.legs;
  const last = itinerary.legs.at(-1);
  if (searched === undefined || first === undefined || last === undefined)
    throw new Error('A direction has no flights.');
  const missing = without(product, settings.sparse);
  const brand = product.brands[index];
  const bySlice = conditionsOf({ ...product, party: request.passengers }, settings.currency, places.rates).bySlice[
    index
  ];
  const isUnknown = missing.has('conditions');
  return {
    id: newId('sli'),
    origin: first.from,
    destination: last.to,
    origin_type: 'airport',
    destination_type: 'airport',
    duration: missing.has('duration') ? null : durationText(last.arrives - first.departs),
    fare_brand_name: brandName(brand?.name ?? null, product.cabin),
    ngs_shelf: missing.has('ngs_shelf') ? null : (brand?.shelf ?? null),
    comparison_key: Buffer.from(`${itinerary.key}|${product.cabin}`).toString('base64url'),
    conditions: {
      change_before_departure: isUnknown ? null : (bySlice?.change_before_departure ?? null),
      refund_before_departure: isUnknown ? null : (bySlice?.refund_before_departure ?? null),
      advance_seat_selection: isUnknown ? null : (brand?.factor ?? 1) > 1.2,
      priority_boarding: isUnknown ? null : (brand?.factor ?? 1) > 1.5,
      priority_check_in: isUnknown ? null : product.cabin !== 'economy',
    },
    segments: itinerary.legs.map((leg) => presentSegment(context, product, leg, index)),
  };
}

function presentSegment(context: OfferContext, product: Product, leg: Leg, slice: number): Segment {
  const { places, newId, settings, request } = context;
  const missing = without(product, settings.sparse);
  const isOperatedByNobodyKnown = leg.operator.code === null && leg.carrier.code !== null;
  return {
    id: newId('seg'),
    origin: leg.from,
    destination: leg.to,
    origin_terminal: missing.has('terminals') ? null : leg.fromTerminal,
    destination_terminal: missing.has('terminals') ? null : leg.toTerminal,
    departing_at: localText(places.toLocal(leg.from, leg.departs)),
    arriving_at: localText(places.toLocal(leg.to, leg.arrives)),
    duration: missing.has('duration') ? null : durationText(leg.arrives - leg.departs),
    distance: missing.has('distance') ? null : String(leg.km),
    aircraft: missing.has('aircraft') ? null : places.aircraft(leg.aircraft),
    marketing_carrier: toAirline(leg.carrier),
    marketing_carrier_flight_number: leg.flightNumber,
    operating_carrier: toAirline(leg.operator),
    operating_carrier_flight_number:
      isOperatedByNobodyKnown || missing.has('operating_number') ? null : leg.flightNumber,
    stops:
      leg.stop === undefined
        ? []
        : [
            {
              id: newId('sto'),
              airport: leg.stop.airport,
              arriving_at: localText(places.toLocal(leg.stop.airport, leg.stop.arrives)),
              departing_at: localText(places.toLocal(leg.stop.airport, leg.stop.departs)),
              duration: durationText(leg.stop.departs - leg.stop.arrives),
            },
          ],
    passengers: segmentPassengers(request, product, slice, missing, magicOfSearch(request) === 'no_baggage'),
  };
}

function presentPassenger(passenger: SearchPassenger, { carrier }: Product): OfferPassenger {
  const { id, age, fareType, givenName, familyName, loyalty } = passenger;
  return {
    id,
    type: fareType === undefined ? passengerType(age, carrier) : null,
    age: age ?? null,
    fare_type: fareType ?? null,
    given_name: givenName,
    family_name: familyName,
    loyalty_programme_accounts: loyalty,
  };
}

/** What an airline calls somebody of an age: a child of one is an adult, or a word of its own, at another. */
function passengerType(age: number | undefined, { childAgeMax, youthWord }: Product['carrier']): string {
  if (age === undefined || age >= 18) return 'adult';
  if (age < 2) return 'infant_without_seat';
  return age <= childAgeMax ? 'child' : (youthWord ?? 'adult');
}

/** Whether a passenger is the member whose card makes fares cheaper in test mode. */
export function isMember({
  givenName,
  familyName,
  loyalty,
}: Omit<SearchPassenger, 'id' | 'age' | 'fareType'>): boolean {
  const isNamed = givenName === MEMBER.givenName && familyName === MEMBER.familyName;
  return isNamed && loyalty.some(({ account_number }) => account_number === MEMBER.account);
}

/** Routes that show how held orders are paid, and the first airline's best fares everywhere. */
function canBeHeld(magic: Magic | undefined, { carrier, brands }: Product): boolean {
  if (magic === 'hold_only' || magic === 'order_200' || magic === 'order_202_created') return true;
  const [first] = CARRIERS;
  return carrier === first && brands.every((brand) => brand === carrier.brands.at(-1));
}

function paymentRequirements(canHold: boolean, now: Date): PaymentRequirements {
  if (!canHold) return { requires_instant_payment: true, payment_required_by: null, price_guarantee_expires_at: null };
  const after = (hours: number): string => new Date(now.getTime() + hours * hourMilliseconds).toISOString();
  return { requires_instant_payment: false, payment_required_by: after(72), price_guarantee_expires_at: after(48) };
}

function privateFares({ private_fares }: SearchRequest, code: string | null): readonly object[] {
  return (private_fares?.[code ?? ''] ?? []).map((fare) => ({ type: 'corporate', ...fare }));
}

function brandName(name: string | null, cabin: Product['cabin']): string | null {
  if (name === null || cabin === 'economy') return name;
  const label = { premium_economy: 'Premium', business: 'Business', first: 'First' }[cabin];
  return `${label} ${name.replace('Economy ', '')}`;
}

/** A wall-clock minute as `2027-03-01T09:15:00`. */
function localText(minute: number): string {
  const day = Math.floor(minute / 1_440);
  return `${epochDayToIsoDate(day)}T${clockText(minute - day * 1_440)}:00`;
}

/** A duration as Duffel writes it: `PT02H26M`, from a day on `P1DT2H5M`. */
function durationText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  if (days > 0) return `P${days}DT${hours}H${rest}M`;
  return `PT${String(hours).padStart(2, '0')}H${String(rest).padStart(2, '0')}M`;
}
