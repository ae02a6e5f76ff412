import * as z from 'zod';
import type { Segment } from '../travel/flight.ts';
import { SCHEDULE_SEVERITIES, SEGMENT_CHANGES, type SegmentChange, shiftOf } from '../travel/schedule-change.ts';
import { ITEM_KINDS } from '../trips/model/trip.ts';
import { type AffectedItem, type ItemScheduleChange, openChangeOf } from './model/schedule-change.ts';
import { scheduleLifecycle } from './model/schedule-states.ts';
import type { BookingItem } from './model/booking.ts';

const FlownShape = z.looseObject({
  flight_number: z.string(),
  marketing_carrier: z.string(),
  operating_carrier: z.string(),
  origin: z.string(),
  destination: z.string(),
  departs_at: z.iso.datetime(),
  departs_local: z.string(),
  arrives_at: z.iso.datetime(),
  arrives_local: z.string(),
});
/** What an airline has changed of an item's flights: `schedule_change` of a booking's item. */
export const ScheduleChangeShape = z.looseObject({
  status: z
    .enum(scheduleLifecycle.states)
    .describe('`accepting`: the airline was asked to take your yes, and has not answered so far.'),
  severity: z.enum(SCHEDULE_SEVERITIES),
  found_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
  free_refund: z
    .boolean()
    .nullable()
    .describe('The item may be refunded free of charge for it; null: the airline says so to refund_check alone.'),
  can_accept: z.boolean().describe('False where the airline offers no other flight.'),
  segments: z
    .array(
      z.looseObject({
        change: z.enum(SEGMENT_CHANGES),
        segment_id: z.string(),
        slice_index: z.int(),
        flight_number: z.string(),
        origin: z.string(),
        destination: z.string(),
        old: FlownShape.nullable(),
        new: FlownShape.nullable(),
        departure_minutes: z.int().nullable(),
        arrival_minutes: z.int().nullable(),
      }),
    )
    .describe('Flights that change. `old` is null for one that is added, `new` for one that is flown no longer.'),
  affected_items: z.array(
    z.looseObject({
      item_id: z.string(),
      kind: z.enum(ITEM_KINDS),
      problem: z.string(),
      nights: z.array(z.string()).describe('Nights of a stay that nobody is there for.'),
      pick_up_local: z.string().nullable().describe('When nobody can pick the car up.'),
      drop_off_local: z.string().nullable().describe('When nobody can bring the car back.'),
    }),
  ),
});

/** The newest change of an item's schedule on the wire; undefined where there never was one. */
export function presentScheduleChange(item: BookingItem): z.infer<typeof ScheduleChangeShape> | undefined {
  const change: ItemScheduleChange | undefined = item.scheduleChange;
  const open = openChangeOf(item);
  return (
    change && {
      status: change.status,
      severity: change.severity,
      found_at: change.foundAt.toISOString(),
      settled_at: change.settledAt?.toISOString() ?? null,
      free_refund: open === undefined ? false : (open.isFree ?? null),
      can_accept: open?.canAccept === true,
      segments: change.segments.flatMap(presentSegment),
      affected_items: change.affected.map(presentAffected),
    }
  );
}

function presentSegment(segment: SegmentChange): readonly z.infer<typeof ScheduleChangeShape>['segments'][number][] {
  const { change, sliceIndex, before, after } = segment;
  const named = before ?? after;
  if (named === undefined || change === 'unchanged') return [];
  const shift = shiftOf(segment);
  return [
    {
      change,
      segment_id: named.segmentId,
      slice_index: sliceIndex,
      flight_number: named.flightNumber,
      origin: named.depart.airport,
      destination: named.arrive.airport,
      old: before === undefined ? null : presentFlown(before),
      new: after === undefined ? null : presentFlown(after),
      departure_minutes: shift?.departMinutes ?? null,
      arrival_minutes: shift?.arriveMinutes ?? null,
    },
  ];
}

function presentFlown(segment: Segment): z.infer<typeof FlownShape> {
  const { flightNumber, marketingCarrier, operatingCarrier, depart, arrive } = segment;
  return {
    flight_number: flightNumber,
    marketing_carrier: marketingCarrier,
    operating_carrier: operatingCarrier,
    origin: depart.airport,
    destination: arrive.airport,
    departs_at: depart.instant.toISOString(),
    departs_local: depart.timeLocal,
    arrives_at: arrive.instant.toISOString(),
    arrives_local: arrive.timeLocal,
  };
}

function presentAffected({ itemId, kind, problem, nights, pickUpAt, dropOffAt }: AffectedItem) {
  return {
    item_id: itemId,
    kind,
    problem,
    nights: [...nights],
    pick_up_local: pickUpAt ?? null,
    drop_off_local: dropOffAt ?? null,
  };
}
