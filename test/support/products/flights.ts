import { addDays } from '../../../src/travel/dates.ts';
import type { Fare, FlightOffer, FlightQuery, Segment, Slice } from '../../../src/travel/flight.ts';
import type { PassengerCounts } from '../../../src/travel/passengers.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import type { PlaceDirectory } from '../../../src/travel/place-directory.ts';
import type { Airport, City } from '../../../src/travel/places.ts';
import type { ExchangeRates } from '../../../src/suppliers/ports/exchange-rates.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';

/** One segment; times are UTC everywhere, so that local and instant agree. */
export function aSegment(
  part: Partial<Segment> & {
    readonly from?: string;
    readonly to?: string;
    readonly departs?: string;
    readonly arrives?: string;
  } = {},
): Segment {
  const { from = 'CDG', to = 'JFK', departs = '2027-03-05T10:00:00', arrives = '2027-03-05T18:00:00', ...rest } = part;
  const point = (airport: string, timeLocal: string) => ({
    airport,
    cityCode: airport,
    terminal: undefined,
    timeLocal,
    instant: new Date(`${timeLocal}Z`),
  });
  return {
    segmentId: 's1-1',
    marketingCarrier: 'AF',
    operatingCarrier: 'AF',
    flightNumber: 'AF6',
    aircraft: '77W',
    depart: point(from, departs),
    arrive: point(to, arrives),
    durationMinutes: (Date.parse(`${arrives}Z`) - Date.parse(`${departs}Z`)) / 60_000,
    distanceKm: 5_840,
    ...rest,
  };
}

/** One direction made of these segments. */
export function aSlice(...segments: readonly [Segment, ...Segment[]]): Slice {
  const [first, last] = [segments[0], segments.at(-1) ?? segments[0]];
  return {
    origin: first.depart.airport,
    destination: last.arrive.airport,
    departureDate: first.depart.timeLocal.slice(0, 10),
    durationMinutes: (last.arrive.instant.getTime() - first.depart.instant.getTime()) / 60_000,
    segments,
  };
}

/** An economy fare of 500 USD for one adult: not refundable, changeable for 75 USD, no checked bag. */
export function aFare(part: Partial<Fare> & { readonly price?: number; readonly currency?: string } = {}): Fare {
  const { price = 50_000, currency = 'USD', ...rest } = part;
  const amount = (value: number) => ({ value, currency });
  return {
    fareKey: 'light',
    brandName: 'Light',
    brandCode: 'LGT',
    cabinClass: 'economy',
    fareBasisCodes: ['VLGT'],
    bookingClasses: ['V'],
    seatsLeft: 7,
    total: amount(price),
    passengerPrices: [
      { kind: 'adt', quantity: 1, baseFare: amount(price - 8_000), taxes: amount(8_000), taxLines: [] },
    ],
    bookingFees: amount(0),
    isChangeable: true,
    isRefundable: false,
    isNameChangeable: false,
    rules: [
      {
        ruleType: 'change',
        isAllowed: true,
        fee: amount(7_500),
        minMinutesBeforeDeparture: 120,
        maxMinutesBeforeDeparture: undefined,
        maxMinutesAfterDeparture: undefined,
      },
      {
        ruleType: 'refund',
        isAllowed: false,
        fee: undefined,
        minMinutesBeforeDeparture: undefined,
        maxMinutesBeforeDeparture: undefined,
        maxMinutesAfterDeparture: undefined,
      },
    ],
    checkedBags: { pieces: 0, weight: undefined, dimensions: undefined },
    carryOn: { pieces: 1, weight: 12, dimensions: '55 x 35 x 25 cm' },
    hasSeatSelection: false,
    hasPriorityBoarding: false,
    ...rest,
  };
}

/** A non-stop Paris – New York offer with one fare. */
export function anOffer(part: Partial<FlightOffer> = {}): FlightOffer {
  return {
    offerKey: 'AF6@2027-03-05',
    owner: 'AF',
    validatingCarrier: 'AF',
    slices: [aSlice(aSegment())],
    fares: [aFare()],
    ancillaries: [
      {
        ancillaryKey: 'bag-1',
        type: 'checked_bag',
        description: 'Checked bag of 23 kg',
        sliceIndex: 0,
        weightKg: 23,
        price: { value: 6_000, currency: 'USD' },
        quantityMax: 2,
      },
    ],
    passengers: { ...NO_PASSENGERS, adt: 1 },
    emissionsKg: 610,
    ...part,
  };
}

const ZONES: Readonly<Record<string, string>> = {
  CDG: 'Europe/Paris',
  ORY: 'Europe/Paris',
  JFK: 'America/New_York',
  LGA: 'America/New_York',
  LHR: 'Europe/London',
  AKL: 'Pacific/Auckland',
};
const CITY_OF: Readonly<Record<string, readonly [string, string, string]>> = {
  CDG: ['PAR', 'Paris', 'FR'],
  ORY: ['PAR', 'Paris', 'FR'],
  JFK: ['NYC', 'New York', 'US'],
  LGA: ['NYC', 'New York', 'US'],
  LHR: ['LON', 'London', 'GB'],
  AKL: ['AKL', 'Auckland', 'NZ'],
};
const AIRPORTS: readonly Airport[] = Object.entries(CITY_OF).map(([iata, [cityCode, cityName, country]], index) => ({
  iata,
  name: `${cityName} ${iata}`,
  cityCode,
  cityName,
  country,
  latitude: 40 + index,
  longitude: 2 * index,
  zone: ZONES[iata] ?? 'UTC',
  rank: index + 1,
}));

/** Six airports in four cities. */
export const fewPlaces: PlaceDirectory = {
  airport: (iata) => AIRPORTS.find((airport) => airport.iata === iata),
  city: (code) => fewPlaces.cities().find((city) => city.code === code),
  airline: (code) => fewPlaces.airlines().find((airline) => airline.code === code),
  country: (code) =>
    ({
      FR: { code: 'FR', name: 'France', currency: 'EUR' },
      US: { code: 'US', name: 'United States', currency: 'USD' },
      GB: { code: 'GB', name: 'United Kingdom', currency: 'GBP' },
      NZ: { code: 'NZ', name: 'New Zealand', currency: 'NZD' },
    })[code],
  airports: () => AIRPORTS,
  cities: () =>
    [...new Set(AIRPORTS.map((airport) => airport.cityCode))].flatMap((code): City[] => {
      const airports = AIRPORTS.filter((airport) => airport.cityCode === code);
      const [first] = airports;
      return first === undefined
        ? []
        : [
            {
              code,
              name: first.cityName,
              country: first.country,
              latitude: first.latitude,
              longitude: first.longitude,
              airports: airports.map(({ iata }) => iata),
            },
          ];
    }),
  airlines: () => [
    { code: 'AF', name: 'Air France', country: 'FR', isLowCost: false, alliance: 'SkyTeam' },
    { code: 'BA', name: 'British Airways', country: 'GB', isLowCost: false, alliance: 'oneworld' },
  ],
  inLanguage: () => fewPlaces,
  aircraftName: (type) => ({ '77W': 'Boeing 777-300ER' })[type],
};

/** USD and EUR at 0.5 euros a dollar, and JPY at 100 yen. */
export const fewRates: ExchangeRates = {
  supports: (currency) => currency in PER_DOLLAR,
  supported: () => Object.keys(PER_DOLLAR),
  rate(from, to) {
    const [a, b] = [PER_DOLLAR[from], PER_DOLLAR[to]];
    if (a === undefined || b === undefined) throw new RangeError(`No rate ${from} to ${to}`);
    return b / a;
  },
};
const PER_DOLLAR: Readonly<Record<string, number>> = { USD: 1, EUR: 0.5, JPY: 100 };

/**
 * Eight economy flights an hour apart, 500 to 640 dollars a head, each way that is asked for; `refundable` on every
 * second.
 */
export function fewOffers(query: FlightQuery): readonly FlightOffer[] {
  return Array.from({ length: 8 }, (_, index) => {
    const slices = query.slices.map((slice, sliceIndex) => {
      const [from = 'CDG', to = 'JFK'] = [slice.origins[0], slice.destinations[0]];
      const hour = String(8 + index).padStart(2, '0');
      const segment = {
        marketingCarrier: index % 2 === 0 ? 'AF' : 'BA',
        operatingCarrier: 'AF',
        flightNumber: `${index % 2 === 0 ? 'AF' : 'BA'}${10 + index}`,
      };
      if (index < 6)
        return aSlice(
          aSegment({
            ...segment,
            segmentId: `s${sliceIndex + 1}-1`,
            from,
            to,
            departs: `${slice.date}T${hour}:00:00`,
            arrives: `${addDays(slice.date, 1)}T00:30:00`,
          }),
        );
      return aSlice(
        aSegment({
          ...segment,
          segmentId: `s${sliceIndex + 1}-1`,
          from,
          to: 'LHR',
          departs: `${slice.date}T${hour}:00:00`,
          arrives: `${slice.date}T${Number(hour) + 1}:00:00`,
        }),
        aSegment({
          ...segment,
          segmentId: `s${sliceIndex + 1}-2`,
          from: 'LHR',
          to,
          departs: `${slice.date}T${Number(hour) + 3}:00:00`,
          arrives: `${addDays(slice.date, 1)}T01:00:00`,
        }),
      );
    });
    return fewFares(query.passengers, slices, index);
  });
}

function fewFares(passengers: PassengerCounts, slices: readonly Slice[], index: number): FlightOffer {
  const adults = passengers.adt;
  const each = 50_000 + index * 2_000;
  const priced = (value: number) => ({
    price: value * adults,
    passengerPrices: [
      {
        kind: 'adt' as const,
        quantity: adults,
        baseFare: { value: value - 8_000, currency: 'USD' },
        taxes: { value: 8_000, currency: 'USD' },
        taxLines: [],
      },
    ],
  });
  return anOffer({
    offerKey: `${slices.map((slice) => slice.segments.map((segment) => `${segment.flightNumber}@${segment.depart.timeLocal}`).join('+')).join('/')}x${adults}`,
    slices,
    passengers,
    fares: [
      aFare({ ...priced(each) }),
      aFare({
        ...priced(each + 20_000),
        fareKey: 'flex',
        brandName: 'Flex',
        brandCode: 'FLX',
        isRefundable: index % 2 === 0,
        checkedBags: { pieces: 1, weight: 23, dimensions: undefined },
      }),
    ],
  });
}

/** A supplier that answers what it is told; booking is not its trade. */
export function aSupplier(part: Partial<FlightSupplier> = {}): FlightSupplier {
  const notForSale = () => Promise.reject(new Error('This supplier only searches.'));
  const offers = new Map<string, FlightOffer>();
  return {
    id: 'few',
    name: 'Few Flights',
    search: async (query) => {
      const found = fewOffers(query);
      for (const offer of found) offers.set(offer.offerKey, offer);
      return found;
    },
    getOffer: async (offerKey) => offers.get(offerKey),
    price: notForSale,
    book: notForSale,
    lookUp: notForSale,
    cancel: notForSale,
    ...part,
  };
}

/** A supplier that publishes what it would answer a search, and no fares of other days. */
export function aPublisher(part: Partial<FlightSupplier> = {}): FlightSupplier {
  const supplier = aSupplier(part);
  return { ...supplier, publishedOffers: supplier.search, publishedFares: () => Promise.resolve([]) };
}
