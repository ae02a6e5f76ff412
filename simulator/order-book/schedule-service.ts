import type { Db, Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import { localOfInstant } from '../../src/travel/dates.ts';
import type { FlightOffer, SegmentPoint } from '../../src/travel/flight.ts';
import type { PlaceDirectory } from '../../src/travel/place-directory.ts';
import {
  type AirportTime,
  isFreeToLeave,
  movesOf,
  type SegmentTimes,
  severityOf,
  withTimes,
} from '../../src/travel/schedule-change.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type { FlightScheduleService } from '../../src/suppliers/ports/servicing.ts';
import { lockOrder } from './cancellations-store.ts';
import type { SandboxOrder } from '../flights/flights-order.ts';
import { describeOrder } from './order-states.ts';
import {
  acceptScheduleChange,
  insertScheduleChange,
  listScheduleChanges,
  type SandboxScheduleChange,
  type Shifts,
} from './schedule-store.ts';
import { findOrder } from './store.ts';

/** What the service is made of. */
export interface ScheduleServiceParts {
  readonly db: Db;
  readonly places: PlaceDirectory;
  /** The flights of an order, as on the day it was made. */
  asSold(order: SandboxOrder): { readonly offer: FlightOffer } | undefined;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The scenario QAK moves its first flight, a day after it was booked (contract, section 11). */
const SCENARIO_AFTER_MS = 24 * HOUR_MS;
const SCENARIO_MINUTES = 95;
const SCENARIO_CHANGE_ID = 'sch_scenario';

/**
 * Where the sandbox airlines report flights they have moved. The scenario's own change is written on the first read.
 */
export function createScheduleService(parts: ScheduleServiceParts): FlightScheduleService {
  return {
    find: (reference, context) => parts.db.transaction((tx) => find(parts, tx, reference, context)),
    accept: (names, context) =>
      parts.db.transaction(async (tx) => {
        const { organizationId, now } = context;
        await lockOrder(tx, organizationId, names.reference);
        const order = await findOrder(tx, organizationId, names.reference);
        const newest = (await listScheduleChanges(tx, organizationId, names.reference)).at(-1);
        if (order?.status !== 'booked' || newest?.changeId !== names.changeId) return 'gone';
        await acceptScheduleChange(tx, organizationId, names.reference, { number: newest.number, at: now });
        return 'accepted';
      }),
    rehearse: ({ reference, segmentId, minutes }, context) =>
      parts.db.transaction(async (tx) => {
        await lockOrder(tx, context.organizationId, reference);
        const order = await findOrder(tx, context.organizationId, reference);
        const offer =
          order && describeOrder(order, context.now).kind === 'confirmed' ? parts.asSold(order)?.offer : undefined;
        if (order === undefined || offer === undefined) return 'no_order';
        const segments = offer.slices.flatMap((slice) => slice.segments.map((segment) => segment.segmentId));
        const moved = segmentId ?? segments[0];
        if (moved === undefined || !segments.includes(moved)) return 'no_segment';
        const known = await listScheduleChanges(tx, context.organizationId, reference);
        const number = nextNumber(known);
        await add(
          parts,
          tx,
          { organizationId: context.organizationId, order, offer, known },
          { changeId: `sch_${number}`, segmentId: moved, minutes, at: context.now },
        );
        return 'moved';
      }),
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

async function find(parts: ScheduleServiceParts, tx: Tx, reference: string, { organizationId, now }: SupplierContext) {
  await lockOrder(tx, organizationId, reference);
  const order = await findOrder(tx, organizationId, reference);
  const offer = order && describeOrder(order, now).kind === 'confirmed' ? parts.asSold(order)?.offer : undefined;
  if (order === undefined || offer === undefined) return undefined;
  const known = await listScheduleChanges(tx, organizationId, reference);
  const isDue =
    order.scenario === 'schedule_change' && now.getTime() - order.confirmedAt.getTime() >= SCENARIO_AFTER_MS;
  const [first] = offer.slices[0]?.segments ?? [];
  if (isDue && first !== undefined && !known.some(({ changeId }) => changeId === SCENARIO_CHANGE_ID)) {
    await add(
      parts,
      tx,
      { organizationId, order, offer, known },
      { changeId: SCENARIO_CHANGE_ID, segmentId: first.segmentId, minutes: SCENARIO_MINUTES, at: now },
    );
  }
  const newest = (await listScheduleChanges(tx, organizationId, reference)).at(-1);
  return (
    newest && {
      changeId: newest.changeId,
      isAccepted: newest.acceptedAt !== undefined,
      times: timesOf(parts, offer, newest.shifts),
    }
  );
}

interface KnownOrder {
  readonly organizationId: OrganizationId;
  readonly order: SandboxOrder;
  readonly offer: FlightOffer;
  readonly known: readonly SandboxScheduleChange[];
}

async function add(
  parts: ScheduleServiceParts,
  tx: Tx,
  { organizationId, order, offer, known }: KnownOrder,
  {
    changeId,
    segmentId,
    minutes,
    at,
  }: { readonly changeId: string; readonly segmentId: string; readonly minutes: number; readonly at: Date },
): Promise<void> {
  const before = known.at(-1)?.shifts ?? {};
  const shifts = { ...before, [segmentId]: (before[segmentId] ?? 0) + minutes };
  const standing = acceptedOffer(parts, offer, known);
  const severity = severityOf(standing, movesOf(standing, timesOf(parts, offer, shifts)));
  await insertScheduleChange(tx, organizationId, order.reference, {
    number: nextNumber(known),
    changeId,
    shifts,
    isFreeToLeave: isFreeToLeave(severity),
    madeAt: at,
    acceptedAt: undefined,
  });
}

function nextNumber(known: readonly SandboxScheduleChange[]): number {
  return (known.at(-1)?.number ?? 0) + 1;
}

function acceptedOffer(
  parts: Pick<ScheduleServiceParts, 'places'>,
  offer: FlightOffer,
  known: readonly SandboxScheduleChange[],
): FlightOffer {
  const accepted = known.findLast(({ acceptedAt }) => acceptedAt !== undefined);
  return accepted === undefined ? offer : withTimes(offer, timesOf(parts, offer, accepted.shifts));
}

function timesOf(
  { places }: Pick<ScheduleServiceParts, 'places'>,
  offer: FlightOffer,
  shifts: Shifts,
): readonly SegmentTimes[] {
  return offer.slices.flatMap(({ segments }) =>
    segments.map(({ segmentId, depart, arrive }) => {
      const minutes = shifts[segmentId] ?? 0;
      return { segmentId, depart: later(places, depart, minutes), arrive: later(places, arrive, minutes) };
    }),
  );
}

/** A segment point some minutes later; over a change of the clocks the local time moves by an hour more or less. */
function later(places: PlaceDirectory, { airport, timeLocal, instant }: SegmentPoint, minutes: number): AirportTime {
  const zone = places.airport(airport)?.zone;
  if (minutes === 0 || zone === undefined) return { timeLocal, instant };
  const moved = new Date(instant.getTime() + minutes * MINUTE_MS);
  return { timeLocal: localOfInstant(moved, zone), instant: moved };
}
