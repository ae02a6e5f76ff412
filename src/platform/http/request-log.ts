import type { ConditionName } from '../errors.ts';
import type { Principal } from './caller.ts';
import type { OrganizationId } from '../ids.ts';

/** A limit that a call met. */
export interface MetLimit {
  /** `rate`, `quota`, `concurrency`, `supplier`: what the answer names. */
  readonly name: string;
  /** How much it allows, and what was left of it; undefined where only its owner knows. */
  readonly max: number | undefined;
  readonly left: number | undefined;
  /** Undefined where nobody knows when. */
  readonly freeInSeconds: number | undefined;
}

/** A call of an organization that has been answered. It has no body, no query and no address. */
export interface AnsweredRequest {
  readonly organizationId: OrganizationId;
  readonly requestId: string;
  readonly method: string;
  /** As its route declares it: `/v1/trip/:trip_id`. */
  readonly path: string;
  /** What stood for its parameters. */
  readonly params: unknown;
  readonly operationId: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly principal: Principal;
  /** Why it was refused; undefined for an answer, and for one that an earlier call was given already. */
  readonly condition: ConditionName | undefined;
  readonly limit: MetLimit | undefined;
}

/** Takes the calls that were answered. */
export interface RequestLog {
  /** Never throws and never waits. */
  record(request: AnsweredRequest): void;
}
