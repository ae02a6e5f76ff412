import { ERROR_CODES } from './generated/operations.ts';

/** A code of the service's own (spec.md, Errors). */
export type ServiceErrorCode = (typeof ERROR_CODES)[number];

/** A field the service finds wrong or missing. */
export interface FieldProblem {
  readonly path: string;
  readonly problem: string;
}

type Row = Readonly<Record<string, unknown>>;
type CodeWithDetail =
  | 'BAD_REQUEST'
  | 'MISSING_CUSTOMER_DETAILS'
  | 'CURRENCY_UNSUPPORTED'
  | 'PAYMENT_REQUIRED'
  | 'CONFLICT'
  | 'PRICE_CHANGED'
  | 'OFFER_UNAVAILABLE'
  | 'TRIP_STATE_CONFLICT'
  | 'RATE_LIMITED';

/** What went wrong, by `code`, each with what the service says beside it. */
export type BlyProblem =
  | { readonly code: Exclude<ServiceErrorCode, CodeWithDetail> }
  /** Every field that is wrong; none for malformed JSON. */
  | { readonly code: 'BAD_REQUEST'; readonly fields: readonly FieldProblem[] }
  /** Every traveler or contact detail that is missing. */
  | { readonly code: 'MISSING_CUSTOMER_DETAILS'; readonly fields: readonly FieldProblem[] }
  | { readonly code: 'CURRENCY_UNSUPPORTED'; readonly supported: readonly string[] }
  | { readonly code: 'PAYMENT_REQUIRED'; readonly balance: number | undefined }
  /** The booking items that could be meant, where that is the conflict. */
  | { readonly code: 'CONFLICT'; readonly items: readonly Row[] }
  /** The items that cost something else now: item_id, previous_price, price. */
  | { readonly code: 'PRICE_CHANGED'; readonly items: readonly Row[] }
  | { readonly code: 'OFFER_UNAVAILABLE'; readonly items: readonly Row[] }
  | { readonly code: 'TRIP_STATE_CONFLICT'; readonly tripStatus: string | undefined }
  | { readonly code: 'RATE_LIMITED'; readonly limit: string | undefined; readonly resetsAt: string | undefined }
  /** No answer: whether the service has seen the request is not known. */
  | { readonly code: 'CONNECTION_FAILED' }
  | { readonly code: 'TIMED_OUT' }
  /** A code newer than this client, or an answer that is not the service's (a proxy's page): act by the status. */
  | { readonly code: 'UNKNOWN'; readonly wireCode: string | undefined };

/** What a BlyError is made of. */
export interface ErrorParts {
  readonly problem: BlyProblem;
  readonly message: string;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly docUrl?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call but the caller's own abort. Holds no credential. Switch on `problem.code`. */
export class BlyError extends Error {
  override readonly name = 'BlyError';
  readonly problem: BlyProblem;
  readonly code: BlyProblem['code'];
  readonly status: number;
  /** Send it to the operator of the service. */
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;
  /** The fields that are wrong or missing; empty for other codes. */
  readonly fields: readonly FieldProblem[];
  /** The items meant; empty for other codes. */
  readonly items: readonly Row[];
  readonly retryAfterSeconds: number | undefined;
  /** Sent with the write: repeat the call with it, and it cannot happen twice. */
  readonly idempotencyKey: string | undefined;

  constructor(parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? {} : { cause: parts.cause });
    const { problem } = parts;
    this.problem = problem;
    this.code = problem.code;
    this.status = parts.status;
    this.requestId = parts.requestId;
    this.docUrl = parts.docUrl;
    this.fields = 'fields' in problem ? problem.fields : [];
    this.items = 'items' in problem ? problem.items : [];
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.idempotencyKey = parts.idempotencyKey;
  }
}

/** What the transport knows of an answer that is an error. */
export interface ErrorAnswer {
  readonly status: number;
  readonly text: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Reads the service's error envelope; anything else is UNKNOWN. */
export function readError(answer: ErrorAnswer): BlyError {
  const { text, ...parts } = answer;
  const body = readRow(parseJson(text));
  const error = readRow(body['error']);
  return new BlyError({
    ...parts,
    problem: readProblem(readText(error['code']), body),
    docUrl: readText(error['doc_url']),
    message: readText(error['message']) ?? `The service answered ${answer.status} without saying why.`,
  });
}

/** The warnings of an answer (X-Warnings); none where it says nothing that can be read. */
export function readWarnings(text: string): readonly FieldProblem[] {
  return readFields(parseJson(text));
}

function readProblem(wireCode: string | undefined, body: Row): BlyProblem {
  const code = ERROR_CODES.find((known) => known === wireCode);
  switch (code) {
    case undefined:
      return { code: 'UNKNOWN', wireCode };
    case 'BAD_REQUEST':
      return { code, fields: readFields(body['fields']) };
    case 'MISSING_CUSTOMER_DETAILS':
      return { code, fields: readFields(body['missing']) };
    case 'CURRENCY_UNSUPPORTED':
      return { code, supported: readList(body['supported']).filter((currency) => typeof currency === 'string') };
    case 'PAYMENT_REQUIRED':
      return { code, balance: typeof body['balance'] === 'number' ? body['balance'] : undefined };
    case 'CONFLICT':
    case 'PRICE_CHANGED':
    case 'OFFER_UNAVAILABLE':
      return { code, items: readList(body['items']).map(readRow) };
    case 'TRIP_STATE_CONFLICT':
      return { code, tripStatus: readText(body['status']) };
    case 'RATE_LIMITED':
      return { code, limit: readText(body['limit']), resetsAt: readText(body['resets_at']) };
    default:
      return { code };
  }
}

function readFields(value: unknown): readonly FieldProblem[] {
  return readList(value)
    .map(readRow)
    .map(({ path, problem }) => ({ path: readText(path) ?? '', problem: readText(problem) ?? '' }));
}

function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readRow(value: unknown): Row {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
