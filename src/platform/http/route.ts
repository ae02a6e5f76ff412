import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import type { Caller, Scope } from './caller.ts';
import type { RegisteredApp } from '../registered-app.ts';
import type { Tx } from '../db/db.ts';
import type { ConditionName } from '../errors.ts';

/**
 * A request that came with an Idempotency-Key. An operation that makes something new (a trip, a webhook endpoint)
 * records what it made in its own transaction and looks at `earlierResult` first: a run that crashed before it could
 * answer is then found again and answered, never repeated. Operations that are idempotent by nature need neither.
 */
export interface IdempotentRun {
  /** What a run of this key recorded before its process crashed; undefined on a first run. */
  readonly earlierResult: Readonly<Record<string, string>> | undefined;
  recordResult(tx: Tx, result: Readonly<Record<string, string>>): Promise<void>;
}

/** Facts about the request that are not its input. */
export interface RequestInfo {
  readonly requestId: string;
  readonly sessionId: string | undefined;
  readonly remoteAddress: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
  /** Present when the caller sent an Idempotency-Key with a write. */
  readonly idempotency: IdempotentRun | undefined;
}

/** What `handle` is given: everything parsed, everyone known. */
export interface RouteContext<P, Q, B> {
  readonly app: RegisteredApp;
  /** Always present unless `access` is `open`; reading it on an open route throws. */
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly request: RequestInfo;
}

/**
 * An answer already written as JSON, for hot paths that join pre-rendered parts. Checked against the schema in tests
 * like any other.
 */
export class RenderedJson {
  readonly json: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes are made for this answer alone, so their compressed form is not cached. */
  readonly isSentOnce: boolean;

  constructor(json: string | Buffer, headers: Readonly<Record<string, string>> = {}, isSentOnce = false) {
    this.json = json;
    this.headers = headers;
    this.isSentOnce = isSentOnce;
  }
}

/** One event of a stream. */
export interface StreamEvent {
  readonly event: string;
  /** A value to be written as JSON, or JSON already written (its headers are not used). */
  readonly data: unknown;
}

/** An operation as a stream of events, for a client that accepts `text/event-stream`. */
interface RouteStream<P, Q, B> {
  /** What the stream sends and how it ends, for the reference. */
  readonly description: string;
  /** The events by name, each with the shape of its data. The server adds `error`, which ends a stream that failed. */
  readonly events: Readonly<Record<string, z.ZodType>>;
  /**
   * Begins. What is refused before the promise resolves is answered as plain JSON with its own status; what fails later
   * ends the stream with an `error` event that holds the same envelope.
   */
  open(context: RouteContext<P, Q, B>): Promise<AsyncIterable<StreamEvent>>;
}

/** Marks a path that answers until its Sunset (spec.md, Versioning). */
interface Deprecation {
  /** ISO instant; after it the path answers 404. */
  readonly sunset: string;
  readonly successor: string;
}

/** How the operation appears to agents (MCP tool, CLI command). */
interface ToolHints {
  readonly isReadOnly: boolean;
  readonly isIdempotent: boolean;
  readonly isDestructive: boolean;
}

/** An operation whose work may take long: it goes through the fair scheduler. */
export interface LongWorkDeclaration<B> {
  /** After so long the operation ends, whatever it does or waits for: 504. */
  readonly deadlineMs: number;
  /** For operations whose work grows with what is asked for. */
  readonly size?: WorkSize<B>;
}

/** A search: its suppliers may be given 30 seconds (`supplier_timeout_ms`). */
export const SEARCH_WORK = { deadlineMs: 45_000 } as const satisfies LongWorkDeclaration<unknown>;
/** Discovery, demand, and whatever else only we are asked about. */
export const DISCOVERY_WORK = { deadlineMs: 25_000 } as const satisfies LongWorkDeclaration<unknown>;

/** How large one request of an operation may be, and what a larger one costs. */
export interface WorkSize<B> {
  /** What is counted: `origins × destinations × date pairs`. */
  readonly unit: string;
  /** A larger request is 422. */
  readonly max: number;
  /** The declared cost is that of a request up to this size; each further so many cost as much again. */
  readonly included: number;
  /**
   * Never throws: what is wrong with a request is for the operation to say. Counts no further than it must to know that
   * `max` is passed.
   */
  measure(body: B, request: { readonly app: RegisteredApp; readonly caller: Caller }): MeasuredSize;
}
/** The size of one request. */
export interface MeasuredSize {
  readonly size: number;
  /** How it came about: `10 × 10 × 31`. */
  readonly factors: string;
  /** The field to make smaller. */
  readonly path: string;
  /** What it costs beside its size, in times the declared cost; 0 unless set. */
  readonly surcharge?: number;
}

/** One operation, declared once: feeds the server, the OpenAPI document, MCP, the command line and the client. */
export interface RouteDeclaration<P, Q, B, R> {
  /** The path's words: `flight_search`, `get_trip`; unique. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` parameters: `/v1/trip/:trip_id`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /**
   * `key`: any credential. `user`: a signed-in user's (token or session); an API key is 403. `open` needs none
   * (openapi, health).
   */
  readonly access: 'key' | 'user' | 'open';
  readonly scope?: Scope;
  /** Credits a call costs; 0 = unmetered (contract, section 4). */
  readonly cost: number;
  /** True for POSTs that write: they accept Idempotency-Key. */
  readonly isWrite: boolean;
  /**
   * For answers that hold a secret: an Idempotency-Key is then one of the very credential (who, by which program, with
   * which scopes), not of the organization, and repeats nothing to anybody else.
   */
  readonly isIdempotentPerCredential?: boolean;
  /** Checks the body of a stored good answer before a replay sends it; throws the refusal to send instead. */
  readonly checkReplay?: (app: RegisteredApp, caller: Caller, answered: unknown) => Promise<void>;
  /**
   * True of a write that moves no money, or moves it out of mandates alone: keys that pay by mandates alone may call
   * it. Every other write is refused to them: one that is added is not open by being forgotten.
   */
  readonly isForMandateOnlyKeys?: boolean;
  /** True where `X-End-User-Id` is read; elsewhere it is ignored. */
  readonly takesEndUser?: boolean;
  readonly longWork?: LongWorkDeclaration<B>;
  /** Answers 404 in production. */
  readonly isSandboxOnly?: boolean;
  readonly params?: z.ZodType<P>;
  /**
   * What a path parameter that names nothing is answered with, where the condition's own sentence does not name the
   * thing.
   */
  readonly unknownId?: string;
  readonly query?: z.ZodType<Q>;
  /** Required on POST, PUT and PATCH; `intent` is added to every object body by the server. */
  readonly body?: z.ZodType<B>;
  /** The shape of the 2xx answer (`z.looseObject`s: answers may gain fields). */
  readonly response: z.ZodType<R>;
  /** Answers `Accept: text/event-stream`; without it such a request gets the plain answer. Never on a write. */
  readonly stream?: RouteStream<P, Q, B>;
  /** 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Conditions of the operation itself; those of every route (401, 422, 429, …) are added by the server. */
  readonly refusals: readonly ConditionName[];
  readonly deprecation?: Deprecation;
  readonly tool?: ToolHints;
  /** An example request body that validates, for the reference. */
  readonly example?: unknown;
  /** Requests that we send to the caller from then on. */
  readonly sends?: readonly SentRequest[];
  handle(context: RouteContext<P, Q, B>): Promise<R | RenderedJson>;
}

/** A request that an operation makes us send to another host, for the `webhooks` section of the reference. */
export interface SentRequest {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly description: string; readonly example: string }[];
  readonly body: z.ZodType;
  /** An example body that validates. */
  readonly example: unknown;
}

/** Whether a key that pays by mandates alone is refused an operation. */
export function isRefusedToMandateOnlyKeys({
  access,
  isWrite,
  isForMandateOnlyKeys = false,
}: Pick<AnyRoute, 'access' | 'isWrite' | 'isForMandateOnlyKeys'>): boolean {
  return access !== 'open' && isWrite && !isForMandateOnlyKeys;
}

/** A declaration with its types closed over, as listed in `src/routes.ts`. */
// biome-ignore lint/suspicious/noExplicitAny: a list of declarations of different types has no other element type.
export type AnyRoute = RouteDeclaration<any, any, any, any>;

/** Declares an operation. The only purpose of the call is to infer and check its types. */
export function defineRoute<P = Record<never, never>, Q = Record<never, never>, B = Record<never, never>, R = unknown>(
  declaration: RouteDeclaration<P, Q, B, R>,
): RouteDeclaration<P, Q, B, R> {
  return declaration;
}

/** What a hosted page is given. Pages are HTML, known by a secret link or a guest pair, never by an API key. */
export interface PageContext {
  readonly app: RegisteredApp;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Fields of a submitted form; empty on GET. */
  readonly form: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly request: RequestInfo;
  /** Fresh for this response; allowed in the page's Content-Security-Policy for inline style and script elements. */
  readonly nonce: string;
}
/** A page's answer. `location` for redirects (303, 308). */
export interface PageAnswer {
  readonly status: number;
  /** Bytes are the same for everybody and stay the same object, so that their compressed form is made once. */
  readonly html?: string | Buffer;
  /** In place of `html`, of what is no text. */
  readonly bytes?: Buffer;
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  /** Origins a form on this page may lead to besides our own (CSP form-action; redirects count). */
  readonly formOrigins?: readonly string[];
  readonly contentType?: string;
}
/** A hosted page or static asset, listed in `src/routes.ts` beside the operations. */
export interface PageDeclaration {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /**
   * The page leads back to an application that may have opened it in a window of its own and waits there, so it keeps
   * its `window.opener`.
   */
  readonly keepsOpener?: boolean;
  /** A client that does not accept HTML gets a 404 as JSON. */
  readonly isForBrowsers?: boolean;
  /** Of a form that holds files (multipart/form-data): how many bytes it may have. A file is its field as base64. */
  readonly filesBytesMax?: number;
  handle(context: PageContext): Promise<PageAnswer>;
}

/** What another system's callback is given: the bytes as they came, for only they can be verified. */
interface CallbackContext {
  readonly app: RegisteredApp;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly remoteAddress: string;
}
/**
 * A path another system calls (POST) about something it does for us; listed in `src/routes.ts`. No operation of the
 * API: its signature is its credential.
 */
export interface CallbackDeclaration {
  readonly path: string;
  readonly bytesMax: number;
  /** Ends in 200, or in the refusal it throws. */
  handle(context: CallbackContext): Promise<void>;
}

/** What a library that answers requests by itself is given. */
export interface MountContext {
  readonly app: RegisteredApp;
  /** The operations this process serves. */
  readonly operations: readonly AnyRoute[];
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly remoteAddress: string;
  /** Fires when the process stops and streams have had their time to end by themselves. */
  readonly streamsEnd: AbortSignal;
  /** Fires when the client has left before its answer was complete. */
  readonly clientGone: AbortSignal;
  /** Counts bytes that were just written for an organization, until its client has read them. */
  countUnsent(organizationId: string, bytes: number): void;
  /** Runs an operation through all of its steps, as if the request had come over the wire. */
  call(request: InternalCall): Promise<InternalAnswer>;
}
/** A request made inside the process. */
export interface InternalCall {
  readonly method: AnyRoute['method'];
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  /** Ends it as a client that leaves does. */
  readonly signal?: AbortSignal;
}
/** What an operation answered. */
export interface InternalAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: string;
}
/** Paths that a library answers by itself (OAuth, MCP); listed in `src/routes.ts`. */
export interface MountDeclaration {
  readonly methods: readonly ('GET' | 'POST' | 'DELETE' | 'PUT' | 'OPTIONS')[];
  /** As the router knows it: `/mcp`, `/oauth/*`. */
  readonly path: string;
  /** Resolves once the answer is complete; what it throws before it has begun one is answered like any refusal. */
  handle(context: MountContext): Promise<void>;
}
