import type { ServerResponse } from 'node:http';
import { isClientGone } from '../input/request-info.ts';
import { RenderedJson, type StreamEvent } from '../route.ts';

/** A comment this often keeps proxies from closing a stream on which nothing happens. */
const heartbeatMs = 15_000;
/** What a client waits before it asks again after a broken connection; a search cannot be resumed, only asked again. */
const retryMs = 3_000;

/** When a stream must end though its source has more, and who looks after what its client does not read. */
export interface StreamEnd {
  /**
   * Fires when the client has gone away: nothing more is written. Fires with a refusal when the request has run out of
   * time: the stream fails with it.
   */
  readonly gone: AbortSignal;
  /** Fires when the process wants to stop: the stream fails with the signal's reason. */
  readonly stop: AbortSignal;
  /** Counts bytes that wait for the client; the function answered takes them off again. */
  readonly hold: (bytes: number) => () => void;
}

/**
 * Writes events as they come (WHATWG server-sent events), never faster than the client reads. Answers how many were
 * written once the source has ended or the client is gone; throws what the source threw. The response is left open.
 */
export async function writeEvents(
  response: ServerResponse,
  source: AsyncIterable<StreamEvent>,
  end: StreamEnd,
): Promise<number> {
  const events = source[Symbol.asyncIterator]();
  const heart = setInterval(() => beat(response), heartbeatMs);
  const over = watchEnd(end);
  let written = 0;
  try {
    response.write(`retry: ${retryMs}\n\n`);
    for (;;) {
      const next = await Promise.race([events.next(), over.promise]);
      if (next === 'gone' || next.done === true || response.destroyed) return written;
      written += 1;
      const text = formatEvent(next.value, written);
      if (response.write(text) || response.destroyed) continue;
      const release = end.hold(text.length);
      await drained(response);
      release();
    }
  } finally {
    clearInterval(heart);
    over.forget();
    // Not awaited: a source that waits for something ends when that something does.
    events.return?.().catch(() => undefined);
  }
}

/** One event as it goes over the wire. JSON as we write it has no line breaks, so its data is one line. */
function formatEvent({ event, data }: StreamEvent, id: number): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data instanceof RenderedJson ? String(data.json) : JSON.stringify(data)}\n\n`;
}

/** A client that reads slowly has enough to read. */
function beat(response: ServerResponse): void {
  if (!response.writableNeedDrain && !response.destroyed) response.write(': still here\n\n');
}

/**
 * Until the client has taken what was written, or is gone. The server closes the connection of a client that takes
 * nothing for too long.
 */
async function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}

/** Settles when the stream must end; forgetting takes the listeners away again. */
function watchEnd({ gone, stop }: Pick<StreamEnd, 'gone' | 'stop'>) {
  const { promise, resolve, reject } = Promise.withResolvers<'gone'>();
  promise.catch(() => undefined);
  const onGone = () => (isClientGone(gone) ? resolve('gone') : reject(gone.reason));
  const onStop = () => reject(stop.reason);
  if (gone.aborted) onGone();
  if (stop.aborted) onStop();
  gone.addEventListener('abort', onGone, { once: true });
  stop.addEventListener('abort', onStop, { once: true });
  return {
    promise,
    forget() {
      gone.removeEventListener('abort', onGone);
      stop.removeEventListener('abort', onStop);
    },
  };
}
