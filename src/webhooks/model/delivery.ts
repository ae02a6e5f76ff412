import type { DeliveryId, EventId, OrganizationId } from '../../platform/ids.ts';
import type { DeliveryStatus } from './delivery-states.ts';
import type { EventType } from './event-types.ts';

/** What an attempt came to. `gone`: the receiver answered 410 and wants no more. */
export type AttemptVerdict = 'delivered' | 'failed' | 'gone';

/** One POST of a delivery, as stored in its log. */
export interface DeliveryAttempt {
  readonly attempt: number;
  readonly at: Date;
  readonly verdict: AttemptVerdict;
  /** Absent when no answer came. */
  readonly httpStatus: number | undefined;
  /** Why no answer came. */
  readonly failure: string | undefined;
  readonly elapsedMs: number;
  readonly responseExcerpt: string | undefined;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly organizationId: OrganizationId;
  readonly deliveryId: DeliveryId;
  readonly eventId: EventId;
  readonly endpointId: number;
  readonly eventType: EventType;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  readonly attempts: readonly DeliveryAttempt[];
  readonly nextAttemptAt: Date | undefined;
  readonly createdAt: Date;
  readonly settledAt: Date | undefined;
}

/** Judges an HTTP status: 2xx is delivered, 410 is gone, all else has failed, redirects included. */
export function judgeStatus(httpStatus: number): AttemptVerdict {
  if (httpStatus >= 200 && httpStatus <= 299) return 'delivered';
  return httpStatus === 410 ? 'gone' : 'failed';
}

/**
 * `X-Service-Delivery-Id` of an attempt. The header names the attempt (spec.md, Events) and still leads back to the
 * delivery it belongs to: the first attempt carries the delivery's own id, a later one a numbered suffix.
 */
export function attemptId(deliveryId: DeliveryId, attempt: number): string {
  return attempt === 1 ? deliveryId : `${deliveryId}-${attempt}`;
}

/** The delivery an attempt's id belongs to. */
export function deliveryIdOf(attemptIdText: string): string {
  return attemptIdText.replace(/-\d{1,2}$/, '');
}
