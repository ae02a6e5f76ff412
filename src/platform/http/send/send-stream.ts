import type { FastifyReply } from 'fastify';
import type * as z from 'zod';
import type { Refusal } from '../../errors.ts';
import { refusalAnswer } from './answer.ts';
import { writeEvents } from './event-stream.ts';
import type { ServerReadiness } from '../server-readiness.ts';
import { EVENT_STREAM } from '../input/request-headers.ts';
import { isClientGone } from '../input/request-info.ts';
import { RenderedJson, type StreamEvent } from '../route.ts';

/** What an operation answers when it streams: nothing has been written yet. */
export interface OpenStream {
  readonly open: {
    readonly events: AsyncIterable<StreamEvent>;
    /** Fires when the client has gone away. */
    readonly signal: AbortSignal;
  };
}
/** What a stream needs of the exchange it belongs to. */
export interface StreamContext {
  /** Present where answers are checked: every event must be named here and have this shape. */
  readonly shapes: Readonly<Record<string, z.ZodType>> | undefined;
  readonly readiness: ServerReadiness;
  readonly streamsEnd: AbortSignal;
  readonly publicUrl: string;
  readonly refusalOf: (error: unknown) => Refusal;
  /** Counts bytes that wait for the client; the function answered takes them off again. */
  readonly hold: (bytes: number) => () => void;
}

/** How a stream ended: for the log, and for the bill. */
export interface StreamEnding {
  /** 200 when the source ended; the status of what it failed with; 499 when the client left before either. */
  readonly status: number;
  /** The status that decides what the call costs. */
  readonly chargedAs: number;
}

/** Not HTTP: how logs mark a client that left before the end. */
const CLIENT_GONE = 499;
/** A client that left before it received anything pays nothing, as for a plain call that ends in a 5xx. */
const NOTHING_SERVED = 503;

/** Streams to the end; a failure is sent as an `error` event. The head must have been set on the reply. */
export async function sendStream(
  reply: FastifyReply,
  { events, signal }: OpenStream['open'],
  context: StreamContext,
): Promise<StreamEnding> {
  reply.hijack();
  const response = reply.raw;
  // A client that leaves in the middle of a write is no failure; without a listener it would end the process.
  response.on('error', () => undefined);
  // Asks proxies not to buffer the answer.
  response.writeHead(200, {
    ...headersOf(reply),
    'content-type': `${EVENT_STREAM}; charset=utf-8`,
    'x-accel-buffering': 'no',
  });
  let status = 200;
  let written = 0;
  try {
    written = await writeEvents(response, context.shapes ? checked(events, context.shapes) : events, {
      gone: signal,
      stop: context.streamsEnd,
      hold: context.hold,
    });
  } catch (error) {
    const refusal = context.refusalOf(error);
    status = refusal.status;
    if (!response.destroyed) response.write(errorEvent(refusal, context.publicUrl));
  }
  // Destroyed without the signal: a client that took nothing for too long was hung up on.
  if (isClientGone(signal) || response.destroyed)
    return { status: CLIENT_GONE, chargedAs: written > 0 ? 200 : NOTHING_SERVED };
  response.end(() => {
    if (context.readiness.isStopping) response.socket?.destroySoon();
  });
  return { status, chargedAs: status };
}

function headersOf(reply: FastifyReply): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The envelope of the plain answer, and beside it what HTTP would have said: the status and Retry-After. */
function errorEvent(refusal: Refusal, publicUrl: string): string {
  const { status, headers, payload } = refusalAnswer(refusal, publicUrl);
  const retryAfter = headers['Retry-After'];
  const beside = {
    http_status: status,
    ...(retryAfter === undefined ? {} : { retry_after_seconds: Number(retryAfter) }),
  };
  return `event: error\ndata: ${JSON.stringify({ ...JSON.parse(String(payload)), ...beside })}\n\n`;
}

/** A mismatch is a bug of ours: in tests and development it must not go unnoticed. */
async function* checked(
  events: AsyncIterable<StreamEvent>,
  shapes: Readonly<Record<string, z.ZodType>>,
): AsyncGenerator<StreamEvent> {
  for await (const one of events) {
    const shape = shapes[one.event];
    if (shape === undefined) throw new Error(`The event ${one.event} is not declared`);
    const result = shape.safeParse(one.data instanceof RenderedJson ? JSON.parse(String(one.data.json)) : one.data);
    if (!result.success)
      throw new Error(`The event ${one.event} does not have its declared shape`, { cause: result.error });
    yield one;
  }
}
