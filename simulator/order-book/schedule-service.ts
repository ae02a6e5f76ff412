import type { Db, Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import type { FlightOffer, Slice } from '../../src/travel/flight.ts';
import type { PlaceDirectory } from '../../src/travel/place-directory.ts';
import { compareFlights, severityOf, withFlights } from '../../src/travel/schedule-change.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type {
  AcceptanceOutcome,
  FlightScheduleChange,
  FlightScheduleService,
  RehearsedMove,
} from '../../src/suppliers/ports/servicing.ts';
import { lockOrder } from './cancellations-store.ts';
import type { SandboxOrder } from '../flights/flights-order.ts';
import { describeOrder } from './order-states.ts';
import { type Alteration, alterFlights, flightsOf, isFreeToLeave } from './schedule-changes.ts';
import {
  acceptScheduleChange,
  insertScheduleChange,
  listScheduleChanges,
  type SandboxScheduleChange,
} from './schedule-store.ts';
import { findOrder } from './store.ts';

/** What the service is made of. */
export interface ScheduleServiceParts {
  readonly db: Db;
  readonly places: PlaceDirectory;
  /** The flights of an order, as on the day it was made. */
  asSold(order: SandboxOrder): { readonly offer: FlightOffer } | undefined;
  /** What else its airline flies on the day of one direction of it. */
  otherRoutes(offer: FlightOffer, sliceIndex: number, now: Date): readonly Slice[];
}

const HOUR_MS = 3_600_000;
/** An answer costs no call over a network. */
const LOOK_EVERY_SECONDS = 3_600;
/** Scenarios change their first flight a day after it was booked (contract, section 11). */
const SCENARIO_AFTER_MS = 24 * HOUR_MS;
const SCENARIO_MINUTES = 95;
const SCENARIO_CHANGE_ID = 'sch_scenario';
const SCENARIO_CHANGES: Readonly<Record<string, Alteration['change']>> = {
  schedule_change: 'shifted',
  renumbered: 'renumbered',
  rerouted: 'rerouted',
  cancelled_by_airline: 'cancelled',
};

/**
 * Where the sandbox airlines report flights they have changed. A scenario's own change is written on the first read.
 */
export function createScheduleService(parts: ScheduleServiceParts): FlightScheduleService {
  return {
    lookEverySeconds: LOOK_EVERY_SECONDS,
    find: ({ reference }, context) => parts.db.transaction((tx) => find(parts, tx, reference, context)),
    accept: (names, context) => parts.db.transaction((tx) => accept(parts, tx, names, context)),
    rehearse: (move, context) => parts.db.transaction((tx) => rehearse(parts, tx, move, context)),
  };
}

/**
 * The flights of an order as they are flown by what was accepted, and whether an open change lets the travelers go free
 * of charge.
 */
export async function scheduleOf(
  parts: Pick<ScheduleServiceParts, 'places'>,
  h: Handle,
  organizationId: OrganizationId,
  { reference, offer }: { readonly reference: string; readonly offer: FlightOffer },
): Promise<{ readonly offer: FlightOffer; readonly isFreeToLeave: boolean }> {
  const known = await listScheduleChanges(h, organizationId, reference);
  const newest = known.at(-1);
  return {
    offer: acceptedOffer(parts, offer, known),
    isFreeToLeave: newest !== undefined && newest.acceptedAt === undefined && newest.isFreeToLeave,
  };
}

/** An order that stands, under lock, with what its airline has changed so far. */
interface KnownOrder {
  readonly organizationId: OrganizationId;
  readonly order: SandboxOrder;
  readonly offer: FlightOffer;
  readonly known: readonly SandboxScheduleChange[];
}

async function holdOrder(
  parts: ScheduleServiceParts,
  tx: Tx,
  reference: string,
  { organizationId, now }: SupplierContext,
): Promise<KnownOrder | undefined> {
  await lockOrder(tx, organizationId, reference);
  const order = await findOrder(tx, organizationId, reference);
  const offer = order && describeOrder(order, now).kind === 'confirmed' ? parts.asSold(order)?.offer : undefined;
  if (order === undefined || offer === undefined) return undefined;
  return { organizationId, order, offer, known: await listScheduleChanges(tx, organizationId, reference) };
}

async function find(
  parts: ScheduleServiceParts,
  tx: Tx,
  reference: string,
  context: SupplierContext,
): Promise<FlightScheduleChange | undefined> {
  const held = await holdOrder(parts, tx, reference, context);
  if (held === undefined) return undefined;
  const { order, offer, known } = held;
  const change = SCENARIO_CHANGES[order.scenario ?? ''];
  const isDue = change !== undefined && context.now.getTime() - order.confirmedAt.getTime() >= SCENARIO_AFTER_MS;
  const [first] = offer.slices[0]?.segments ?? [];
  if (isDue && first !== undefined && !known.some(({ changeId }) => changeId === SCENARIO_CHANGE_ID)) {
    const alteration = { change, segmentId: first.segmentId, minutes: SCENARIO_MINUTES };
    await add(parts, tx, held, { changeId: SCENARIO_CHANGE_ID, alteration, at: context.now });
  }
  const newest = (await listScheduleChanges(tx, held.organizationId, reference)).at(-1);
  if (newest === undefined) return undefined;
  const flights = flightsOf(parts.places, offer, newest);
  return {
    kind: 'changed',
    changeId: newest.changeId,
    isAccepted: newest.acceptedAt !== undefined,
    flights,
    isFreeToLeave: newest.isFreeToLeave,
    canAccept: flights.every((segments) => segments.length > 0),
  };
}

async function accept(
  parts: ScheduleServiceParts,
  tx: Tx,
  names: { readonly reference: string; readonly changeId: string },
  context: SupplierContext,
): Promise<AcceptanceOutcome> {
  const held = await holdOrder(parts, tx, names.reference, context);
  const newest = held?.known.at(-1);
  if (held === undefined || newest?.changeId !== names.changeId) return { kind: 'gone' };
  if (flightsOf(parts.places, held.offer, newest).some((segments) => segments.length === 0))
    return { kind: 'refused', reason: 'The airline has cancelled the flights: there is nothing to accept.' };
  await acceptScheduleChange(tx, held.organizationId, names.reference, { number: newest.number, at: context.now });
  return { kind: 'accepted' };
}

async function rehearse(
  parts: ScheduleServiceParts,
  tx: Tx,
  { reference, change, segmentId, minutes }: RehearsedMove,
  context: SupplierContext,
): Promise<'moved' | 'no_segment' | 'no_order' | 'no_other'> {
  const held = await holdOrder(parts, tx, reference, context);
  if (held === undefined) return 'no_order';
  const segments = currentFlights(parts, held).flatMap((flights) => flights.map((flight) => flight.segmentId));
  const moved = segmentId ?? segments[0];
  if (moved === undefined || !segments.includes(moved)) return 'no_segment';
  const alteration = { change, segmentId: moved, minutes };
  const isMade = await add(parts, tx, held, {
    changeId: `sch_${nextNumber(held.known)}`,
    alteration,
    at: context.now,
  });
  return isMade ? 'moved' : 'no_other';
}

/** As they would be flown were everything accepted. */
function currentFlights({ places }: ScheduleServiceParts, { offer, known }: KnownOrder) {
  const newest = known.at(-1);
  return newest === undefined ? offer.slices.map(({ segments }) => segments) : flightsOf(places, offer, newest);
}

/** Writes a change down; false where there is nothing to change to. */
async function add(
  parts: ScheduleServiceParts,
  tx: Tx,
  held: KnownOrder,
  { changeId, alteration, at }: { readonly changeId: string; readonly alteration: Alteration; readonly at: Date },
): Promise<boolean> {
  const { organizationId, order, offer, known } = held;
  const altered = alterFlights(
    {
      places: parts.places,
      flights: currentFlights(parts, held),
      otherRoutes: (index) => parts.otherRoutes(offer, index, at),
    },
    alteration,
  );
  if (altered === undefined) return false;
  const changes = compareFlights(acceptedOffer(parts, offer, known), altered);
  await insertScheduleChange(tx, organizationId, order.reference, {
    number: nextNumber(known),
    changeId,
    // Flights that came new have the ids that we give them.
    flights: altered.map((_, index) =>
      changes.flatMap(({ sliceIndex, after }) => (sliceIndex === index && after !== undefined ? [after] : [])),
    ),
    isFreeToLeave: isFreeToLeave(severityOf(changes)),
    madeAt: at,
    acceptedAt: undefined,
  });
  return true;
}

function nextNumber(known: readonly SandboxScheduleChange[]): number {
  return (known.at(-1)?.number ?? 0) + 1;
}

function acceptedOffer(
  { places }: Pick<ScheduleServiceParts, 'places'>,
  offer: FlightOffer,
  known: readonly SandboxScheduleChange[],
): FlightOffer {
  const accepted = known.findLast(({ acceptedAt }) => acceptedAt !== undefined);
  return accepted === undefined ? offer : withFlights(offer, compareFlights(offer, flightsOf(places, offer, accepted)));
}
