import type { EventId } from '../../platform/ids.ts';
import type { EventType } from './event-types.ts';

/** Events can be read back for this long (contract, section 9). */
export const eventRetentionDays = 30;

/** An event before it is written down. */
export interface EventFacts {
  readonly eventId: EventId;
  readonly type: EventType;
  readonly bookingRef?: string | undefined;
  /** What a price monitor's event is about, where a booking's has its reference. */
  readonly monitorId?: string | undefined;
  readonly status: string;
  readonly occurredAt: Date;
  readonly isLive: boolean;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The payload as every receiver gets it (spec.md, Events): thin, identifiers only. Stored as text, so that every
 * attempt sends the same bytes.
 */
export function presentEvent(event: EventFacts): Record<string, unknown> {
  return {
    event: event.type,
    ...(event.bookingRef === undefined ? {} : { booking_ref: event.bookingRef }),
    ...(event.monitorId === undefined ? {} : { monitor_id: event.monitorId }),
    status: event.status,
    occurred_at: event.occurredAt.toISOString(),
    event_id: event.eventId,
    livemode: event.isLive,
    ...(event.data === undefined ? {} : { data: event.data }),
  };
}
