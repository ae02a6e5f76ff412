import { SupplierFailure } from '../ports/supplier.ts';

/** What every answer of LiteAPI has beside its content. */
interface Answered {
  readonly status: number;
}

/**
 * LiteAPI answered with an error of its own. Its code decides what that means, never the HTTP status; whether something
 * was done all the same depends on what was asked, and is for the caller to judge.
 */
export interface LiteapiError extends Answered {
  readonly kind: 'error';
  readonly code: number;
  /** Its sentence, of which some codes have several; at most 300 characters. */
  readonly message: string;
  /** Which answer said so: `400 code 4002`. Holds nothing of a person. */
  readonly proof: string;
}

/** It may have been done: look it up, never send it again in its place. */
export interface LiteapiUnknown {
  readonly kind: 'unknown';
  /** `unreadable`: an answer that says neither yes nor no. */
  readonly reason: 'timeout' | 'connection' | 'server_error' | 'unreadable';
  /** False where it is proven that not a byte of the request left this machine. */
  readonly wasSent: boolean;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  /** For the log; holds nothing of a person. */
  readonly detail: string;
}

/** What became of one request. */
export type LiteapiReply<T> =
  | (Answered & { readonly kind: 'done'; readonly value: T })
  | LiteapiError
  | LiteapiUnknown
  /** 429 or 4290: it was not looked at. `until` is real time. */
  | (Answered & { readonly kind: 'slow_down'; readonly until: Date; readonly proof: string })
  /** The key is wrong or suspended; nothing was done. */
  | (Answered & { readonly kind: 'unauthorised'; readonly code: number; readonly proof: string });

/** Nothing was found: a search without rates, or a booking or hotel that LiteAPI does not know. */
export function isNothing(reply: LiteapiReply<unknown>): boolean {
  return reply.kind === 'error' && NOTHING_CODES.includes(reply.code);
}
const NOTHING_CODES: readonly number[] = [204, 2001];

/** Something failed inside LiteAPI: neither a yes nor a no to what was asked, unless its sentence says so. */
export function isFaultWithin(reply: LiteapiReply<unknown>): boolean {
  return reply.kind === 'error' && reply.code === FAULT_WITHIN;
}
/** Its code. */
export const FAULT_WITHIN = 5_000;

/** The failure that a reply to a read stands for. */
export function toFailure(reply: Exclude<LiteapiReply<unknown>, { kind: 'done' }>): SupplierFailure {
  switch (reply.kind) {
    case 'error':
      return isFaultWithin(reply)
        ? new SupplierFailure('error', `LiteAPI failed (${reply.proof}).`)
        : new SupplierFailure('rejected', `LiteAPI refused the request (${reply.proof}).`);
    case 'slow_down': {
      const retryAfterSeconds = Math.max(1, Math.ceil((reply.until.getTime() - Date.now()) / 1_000));
      return new SupplierFailure('rate_limited', 'LiteAPI takes no more calls for the moment.', { retryAfterSeconds });
    }
    case 'unauthorised':
      return new SupplierFailure('unauthorised', `LiteAPI does not accept the key (${reply.proof}).`);
    case 'unknown':
      return new SupplierFailure(FAILURE_OF[reply.reason], `LiteAPI: ${reply.detail}`);
    default:
      return reply satisfies never;
  }
}
const FAILURE_OF = {
  timeout: 'timeout',
  connection: 'unavailable',
  server_error: 'error',
  unreadable: 'error',
} as const satisfies Record<LiteapiUnknown['reason'], SupplierFailure['kind']>;
