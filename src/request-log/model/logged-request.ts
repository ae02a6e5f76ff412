import type { OrganizationId } from '../../platform/ids.ts';

/** Entries are retained this long. */
export const requestLogDays = 7;

/** One call of an organization, as its log has it. */
export interface LoggedRequest {
  readonly organizationId: OrganizationId;
  /** Real time, when it was answered. */
  readonly at: Date;
  /** Distinguishes calls of one instant. */
  readonly entry: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly credential: {
    readonly kind: 'user' | 'api_key';
    readonly id: string;
    /** What the program calls itself that acted for the user. */
    readonly program: string | undefined;
  };
  /** Why it was refused, as `platform/errors.ts` names it. */
  readonly condition: string | undefined;
  /** The limit that a 429 met. */
  readonly limit:
    | {
        readonly name: string;
        readonly max: number | undefined;
        readonly left: number | undefined;
        readonly freeAt: Date | undefined;
      }
    | undefined;
}

/** Calls that were not recorded. */
export interface RequestGap {
  readonly organizationId: OrganizationId;
  /** The beginning of the hour. */
  readonly hour: Date;
  readonly calls: number;
}
