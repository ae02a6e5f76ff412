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
