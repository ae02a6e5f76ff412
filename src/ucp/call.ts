import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { Identity } from '../platform/http/gate.ts';
import type { InternalCall, MountContext } from '../platform/http/route.ts';
import { UcpFailure } from './failure.ts';
import type { Capability } from './model/negotiate.ts';
import type { OwnNames } from './model/names.ts';
import { isObject } from '../platform/text/json-object.ts';

/** What both transports make of a request. */
export interface UcpRequest {
  readonly operation: UcpOperation;
  /** Of the checkout or the order. */
  readonly id: string | undefined;
  /** The checkout as it was sent. */
  readonly payload: unknown;
  /** Where the platform says its profile is. */
  readonly profileUrl: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** What must be equal for two requests of one key to be one request. */
  readonly fingerprint: unknown;
}
export type UcpOperation =
  | 'create_checkout'
  | 'get_checkout'
  | 'update_checkout'
  | 'complete_checkout'
  | 'cancel_checkout'
  | 'get_order'
  | 'create_booking_session'
  | 'get_booking_session'
  | 'update_booking_session'
  | 'complete_booking_session'
  | 'cancel_booking_session';

/** A request whose sender is known and whose capabilities are agreed on. */
export interface UcpCall {
  readonly context: MountContext;
  readonly identity: Identity;
  /** The header that carried the credential. */
  readonly credential: Readonly<Record<string, string>>;
  readonly request: UcpRequest;
  readonly names: OwnNames;
  /** Where the platform's profile is. */
  readonly platformProfile: string;
  readonly shared: readonly Capability[];
}

/** An outcome of the operation, in the form of UCP. */
export interface UcpAnswer {
  readonly status: 200 | 201;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What an operation of the API refused, where that is an outcome a platform can act on. */
export interface OperationRefusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fields: readonly { readonly path: string; readonly problem: string }[];
}
type OperationAnswer<T> = { readonly kind: 'answered'; readonly body: T } | OperationRefusal;

/** One operation of the API that a UCP operation runs. */
interface OperationCall {
  readonly method: InternalCall['method'];
  readonly path: string;
  readonly body?: unknown;
  /** Names the step where a repeat after a crash must not do it again; the platform's key is then its key, too. */
  readonly step?: string;
}

/** Statuses that say who may call, how much, and what may pass: failures of the protocol. */
const PROTOCOL_STATUSES: readonly number[] = [401, 402, 403, 429];

/**
 * Runs an operation of the API with the platform's credential, through all of its steps: scope, rate, credit,
 * validation. Throws what is no outcome: who may call, how much, and a service that is not there.
 */
export async function callOperation<S extends z.ZodType>(
  { context, credential, request }: UcpCall,
  response: S,
  call: OperationCall,
): Promise<OperationAnswer<z.infer<S>>> {
  const key =
    call.step === undefined || request.idempotencyKey === undefined
      ? {}
      : { 'idempotency-key': keyOf(request, call.step) };
  const { status, headers, body } = await context.call({
    method: call.method,
    path: call.path,
    headers: {
      ...credential,
      'x-request-id': context.requestId,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...key,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const value: unknown = JSON.parse(body);
  if (status < 400) return { kind: 'answered', body: response.parse(value) };
  const refusal = readRefusal(status, value);
  const retryAfter = headers['retry-after'];
  if (status >= 500 || PROTOCOL_STATUSES.includes(status))
    throw new UcpFailure({
      status: status > 500 ? 503 : status,
      code: refusal.code.toLowerCase(),
      content: refusal.message,
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    });
  return refusal;
}

const ID = /^[\x21-\x7e]{1,64}$/;

/** Whether a text can be the id of anything: what is longer, or holds what no id has, names nothing. */
export const isId = (text: string | undefined): text is string => text !== undefined && ID.test(text);

function keyOf({ operation, id, idempotencyKey }: UcpRequest, step: string): string {
  const text = JSON.stringify([operation, id, idempotencyKey, step]);
  return `ucp-${createHash('sha256').update(text).digest('base64url')}`;
}

function readRefusal(status: number, value: unknown): OperationRefusal {
  const { error, fields, missing } = isObject(value) ? value : {};
  const { code, message } = isObject(error) ? error : {};
  return {
    kind: 'refused',
    status,
    code: String(code ?? 'INTERNAL'),
    message: String(message ?? ''),
    fields: [fields, missing].flatMap(readFields),
  };
}

function readFields(value: unknown): OperationRefusal['fields'] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map(({ path, problem }) => ({ path: String(path), problem: String(problem) }));
}
