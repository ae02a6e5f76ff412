import { BlyError, readError } from './bly-error.ts';
import { readEvents } from './event-stream.ts';
import type { Operation } from './operation.ts';
import { type CallOptions, type Sender, send } from './send.ts';

/** A search whose answer arrives in parts. */
export interface StreamedCall {
  readonly operation: Operation;
  readonly input: object;
  readonly options: CallOptions;
}

/** Events a stream is known to have; others are newer than this client and passed over. */
const KNOWN_EVENTS: readonly string[] = ['offers', 'done'];

/**
 * The events of a stream, `done` last. Until it is open it is sent again as any read; afterwards nothing is, for it
 * could not go on where it broke. Throws BlyError for an `error` event and for a stream that ends before `done`.
 */
export async function* stream<Message extends { readonly event: string }>(
  sender: Sender,
  { operation, input, options }: StreamedCall,
): AsyncGenerator<Message, void> {
  const { response, explain } = await send(sender, {
    operation,
    input,
    options,
    accept: 'text/event-stream',
    read: async (opened, explaining) => ({ response: opened, explain: explaining }),
  });
  const requestId = response.headers.get('x-request-id') ?? undefined;
  try {
    for await (const { event, data } of readEvents(response.body ?? new ReadableStream())) {
      if (event === 'error')
        throw readError({ ...readFailure(data), text: data, requestId, idempotencyKey: undefined });
      if (!KNOWN_EVENTS.includes(event)) continue;
      const reported: Message = JSON.parse(`{"event":"${event}","data":${data}}`);
      yield reported;
      if (event === 'done') return;
    }
  } catch (thrown) {
    throw explain(thrown);
  }
  throw new BlyError({
    problem: { code: 'CONNECTION_FAILED' },
    message: 'The stream ended before it was done. Search again.',
    status: 0,
    requestId,
  });
}

function readFailure(data: string): { readonly status: number; readonly retryAfterSeconds: number | undefined } {
  const failure: { readonly http_status?: number; readonly retry_after_seconds?: number } = JSON.parse(data);
  return { status: failure.http_status ?? 0, retryAfterSeconds: failure.retry_after_seconds };
}
