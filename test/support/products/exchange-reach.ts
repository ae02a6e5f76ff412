import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asId } from '../../../src/platform/ids.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import type { FlightExchangeService, FlightExchangeQuery } from '../../../src/suppliers/ports/servicing.ts';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { addDays } from '../../../src/travel/dates.ts';
import type { CabinClass, FlightOffer } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS, type PassengerCounts } from '../../../src/travel/passengers.ts';
import { openTestDatabase, type TestDatabase } from '../service/database.ts';
import { testWorld, WORLD_NOW, worldQuery } from './world.ts';

const log = pino({ level: 'silent' });
/** An organization for each ticket: none takes the seats of another. */
const contextOf = (reference: string): SupplierContext => ({
  organizationId: asId('organization', `org_${reference}`),
  now: WORLD_NOW,
  signal: AbortSignal.timeout(600_000),
  deadlineMs: 10_000,
  purpose: 'booking',
  log,
});
const OUT = '2027-02-09';
const BACK = '2027-02-19';
let db: TestDatabase;
let supplier: FlightSupplier;
let exchanges: FlightExchangeService;

/** Which of the searches tickets are taken from, and how many tickets that must come to. */
interface Reach {
  readonly from: number;
  readonly until: number;
  readonly ticketsMin: number;
}

/**
 * Books tickets of all kinds and tries to exchange each: every one that its rules let be changed must have an offer
 * within a week.
 */
export function testExchangeReach({ from, until, ticketsMin }: Reach): void {
  beforeAll(async () => {
    db = await openTestDatabase();
    supplier = createSandboxFlights({ world: testWorld(), db, clock: { now: () => new Date() } });
    if (!supplier.exchanges) throw new Error('the sandbox exchanges flights');
    exchanges = supplier.exchanges;
  });
  afterAll(() => db.close());

  test('every ticket that its rules let be changed has an offer within a week: with connections, for families, in every cabin, on one airline and on several', async () => {
    const problems: string[] = [];
    let sold = 0;
    for (let at = from; at < until; at += 1) {
      for (const ticket of findTickets(at)) {
        sold += 1;
        problems.push(...(await unmet(ticket, `ref_${sold}`)));
      }
    }
    expect(sold).toBeGreaterThanOrEqual(ticketsMin);
    expect(problems).toEqual([]);
  }, 600_000);
}

const PARTIES: readonly PassengerCounts[] = [
  { ...NO_PASSENGERS, adt: 1 },
  { ...NO_PASSENGERS, adt: 2, chd: 1, inf_lap: 1 },
  { ...NO_PASSENGERS, adt: 2 },
  { ...NO_PASSENGERS, adt: 1, chd: 2 },
];
const CABINS: readonly CabinClass[] = ['economy', 'economy', 'business', 'premium_economy'];
const ROUTES = [
  ['PAR', 'LIS'],
  ['LON', 'NYC'],
  ['BER', 'PMI'],
  ['MUC', 'ATH'],
  ['AMS', 'SIN'],
  ['MAD', 'BOG'],
  ['STO', 'BKK'],
  ['SFO', 'TYO'],
  ['SYD', 'AKL'],
  ['HEL', 'ROM'],
] as const;

interface Ticket {
  readonly name: string;
  readonly offer: FlightOffer;
  readonly fareKey: string;
}

const carriersOf = ({ slices }: FlightOffer) => [
  ...new Set(slices.flatMap(({ segments }) => segments.map(({ marketingCarrier }) => marketingCarrier))),
];
const connectionsOf = ({ slices }: FlightOffer) => Math.max(...slices.map(({ segments }) => segments.length - 1));

/**
 * Of what a search finds, one ticket of each kind: so many connections, on one airline or several, each on another
 * airline where possible.
 */
function ticketsFrom(name: string, offers: readonly FlightOffer[]): readonly Ticket[] {
  const changeable = offers.filter(({ fares }) => fares.some(({ isChangeable }) => isChangeable));
  const kinds = Map.groupBy(
    changeable,
    (offer) =>
      `${connectionsOf(offer)} connections on ${carriersOf(offer).length > 1 ? 'several airlines' : 'one airline'}`,
  );
  return [...kinds].flatMap(([kind, some]) => {
    const airlines = [...Map.groupBy(some, ({ validatingCarrier }) => validatingCarrier).values()].slice(0, 2);
    return airlines.flatMap(([offer]) => {
      const fare = offer?.fares.find(({ isChangeable }) => isChangeable);
      return offer && fare
        ? [{ name: `${name}, ${kind}, ${carriersOf(offer).join('+')}`, offer, fareKey: fare.fareKey }]
        : [];
    });
  });
}

function findTickets(at: number): readonly Ticket[] {
  const [route, passengers, cabinClass] = [
    ROUTES[at % ROUTES.length] ?? ROUTES[0],
    PARTIES[at % PARTIES.length],
    CABINS[(at + Math.floor(at / 4)) % CABINS.length],
  ];
  if (passengers === undefined || cabinClass === undefined) return [];
  return ([[OUT], [OUT, BACK]] as const).flatMap((dates) => {
    const query = worldQuery(route[0], route[1], [...dates], {
      passengers,
      cabinClass,
      connectionsMax: 2,
      offersMax: 150,
    });
    return ticketsFrom(
      `${route.join('–')} ${dates.length === 1 ? 'one way' : 'return'}, ${cabinClass}`,
      testWorld().find(query, { now: WORLD_NOW, sold: new Map() }).offers,
    );
  });
}

async function book({ offer, fareKey }: Ticket, reference: string, context: SupplierContext): Promise<void> {
  const priced = await supplier.price({ offerKey: offer.offerKey, fareKey }, context);
  if (priced.kind === 'gone') throw new Error(priced.reason);
  const kinds = Object.entries(offer.passengers).flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  const travelers = kinds.map((kind, index) => ({
    travelerId: `pax_${index + 1}`,
    type: kind === 'adt' ? ('ADULT' as const) : kind === 'chd' ? ('CHILD' as const) : ('INFANT' as const),
    firstName: 'Nellie',
    lastName: 'Bly',
    dateOfBirth: kind === 'adt' ? '1990-05-05' : kind === 'chd' ? '2020-05-05' : '2026-05-05',
    gender: 'FEMALE' as const,
    title: undefined,
  }));
  const booked = await supplier.book(
    {
      reference,
      offerKey: offer.offerKey,
      fareKey,
      total: priced.flight.fare.total,
      travelers,
      contact: { email: 'n@example.com', phone: '+15550100' },
      ancillaries: [],
    },
    context,
  );
  if (booked.kind === 'refused') throw new Error(booked.reason);
}

/** What is tried of a ticket: each direction by itself, then all of them, a day later. */
function wishesOf({ slices }: FlightOffer): readonly FlightExchangeQuery['slices'][] {
  const each = slices.map(({ departureDate }, index) => ({ index, date: addDays(departureDate, 1) }));
  return each.length === 1 ? [each] : [...each.map((one) => [one]), each];
}

/** The wishes that have no offer within a week either way. */
async function unmet(ticket: Ticket, reference: string): Promise<readonly string[]> {
  const context = contextOf(reference);
  await book(ticket, reference, context);
  const problems: string[] = [];
  for (const slices of wishesOf(ticket.offer)) {
    const found = await exchanges.search({ reference, slices }, context);
    const hasOffer = found.kind === 'offers' && (found.offers.length > 0 || (found.nothing?.nearest.length ?? 0) > 0);
    if (!hasOffer)
      problems.push(
        `${ticket.name}, ${slices.map(({ index }) => index).join('+')}: ${found.kind === 'offers' ? found.nothing?.reason : found.reason}`,
      );
  }
  return problems;
}
