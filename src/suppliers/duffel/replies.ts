import { SupplierFailure } from '../ports/supplier.ts';

/** What every answer of Duffel has beside its content. */
interface Answered {
  readonly status: number;
  /** Duffel's own id of the request, for its support. */
  readonly requestId: string | undefined;
}

/**
 * Duffel did not do what was asked. `codes` are its words, in the order of its answer; there may be none, and ones that
 * nobody has documented. Only the codes say whether an *earlier* request was carried out (`duplicate_booking`).
 */
export interface DuffelRefusal extends Answered {
  readonly kind: 'refused';
  readonly codes: readonly string[];
  /** Which answer said so: `422 offer_no_longer_available, request F1x…`. Holds nothing of a person. */
  readonly proof: string;
}

/** It may have been done: look it up, never send it again in its place. */
export interface DuffelUnknown {
  readonly kind: 'unknown';
  /** `unreadable`: an answer that says neither yes nor no. */
  readonly reason: 'timeout' | 'connection' | 'server_error' | 'unreadable';
  /** False where it is proven that not a byte of the request left this machine. */
  readonly wasSent: boolean;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  readonly codes: readonly string[];
  readonly requestId: string | undefined;
  /** For the log; holds nothing of a person. */
  readonly detail: string;
}

/** What became of one request. */
export type DuffelReply<T> =
  | (Answered & { readonly kind: 'done'; readonly value: T })
  | DuffelRefusal
  | DuffelUnknown
  /** 429. Whether the request was looked at is not documented: a write counts as unknown. `until` is real time. */
  | (Answered & { readonly kind: 'slow_down'; readonly until: Date })
  /** The key is wrong, expired or suspended; nothing was done. */
  | (Answered & { readonly kind: 'unauthorised'; readonly codes: readonly string[]; readonly proof: string });

/** The failure that a reply to a read stands for. */
export function toFailure(reply: Exclude<DuffelReply<unknown>, { kind: 'done' }>): SupplierFailure {
  switch (reply.kind) {
    case 'refused':
      return reply.status === 503
        ? new SupplierFailure('unavailable', `Duffel is not available for the moment (${reply.proof}).`)
        : new SupplierFailure('rejected', `Duffel refused the request (${reply.proof}).`);
    case 'slow_down': {
      const retryAfterSeconds = Math.max(1, Math.ceil((reply.until.getTime() - Date.now()) / 1_000));
      return new SupplierFailure('rate_limited', 'Duffel takes no more calls for the moment.', { retryAfterSeconds });
    }
    case 'unauthorised':
      return new SupplierFailure('unauthorised', `Duffel does not accept the key (${reply.proof}).`);
    case 'unknown':
      return new SupplierFailure(FAILURE_OF[reply.reason], `Duffel: ${reply.detail}`);
    default:
      return reply satisfies never;
  }
}

const FAILURE_OF = {
  timeout: 'timeout',
  connection: 'unavailable',
  server_error: 'error',
  unreadable: 'error',
} as const satisfies Record<DuffelUnknown['reason'], SupplierFailure['kind']>;
