import * as z from 'zod';
import { SCHEDULE_SEVERITIES, type SegmentMove } from '../travel/schedule-change.ts';
import { ITEM_KINDS } from '../trips/model/trip.ts';
import { type ItemScheduleChange, isFreeToCancel } from './model/schedule-change.ts';
import { scheduleLifecycle } from './model/schedule-states.ts';
import type { BookingItem } from './model/booking.ts';

const TimesShape = z.looseObject({
  departs_at: z.iso.datetime(),
  departs_local: z.string(),
  arrives_at: z.iso.datetime(),
  arrives_local: z.string(),
});
/** Flights of an item that the airline has moved: `schedule_change` of a booking's item. */
export const ScheduleChangeShape = z.looseObject({
  status: z.enum(scheduleLifecycle.states),
  severity: z.enum(SCHEDULE_SEVERITIES),
  found_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
  free_refund: z.boolean().describe('The item may be refunded free of charge for it.'),
  segments: z.array(
    z.looseObject({
      segment_id: z.string(),
      flight_number: z.string(),
      origin: z.string(),
      destination: z.string(),
      old: TimesShape,
      new: TimesShape,
      departure_minutes: z.int(),
      arrival_minutes: z.int(),
    }),
  ),
  affected_items: z.array(z.looseObject({ item_id: z.string(), kind: z.enum(ITEM_KINDS), problem: z.string() })),
});

/** The newest change of an item's schedule on the wire; undefined where there never was one. */
export function presentScheduleChange(item: BookingItem): z.infer<typeof ScheduleChangeShape> | undefined {
  const change: ItemScheduleChange | undefined = item.scheduleChange;
  return (
    change && {
      status: change.status,
      severity: change.severity,
      found_at: change.foundAt.toISOString(),
      settled_at: change.settledAt?.toISOString() ?? null,
      free_refund: isFreeToCancel(item),
      segments: change.moves.map((move) => ({
        segment_id: move.segmentId,
        flight_number: move.flightNumber,
        origin: move.origin,
        destination: move.destination,
        old: presentTimes(move.before),
        new: presentTimes(move.after),
        departure_minutes: move.departMinutes,
        arrival_minutes: move.arriveMinutes,
      })),
      affected_items: change.affected.map(({ itemId, kind, problem }) => ({ item_id: itemId, kind, problem })),
    }
  );
}

function presentTimes({ depart, arrive }: SegmentMove['before']): z.infer<typeof TimesShape> {
  return {
    departs_at: depart.instant.toISOString(),
    departs_local: depart.timeLocal,
    arrives_at: arrive.instant.toISOString(),
    arrives_local: arrive.timeLocal,
  };
}
