import { BOOTSTRAP_KEY, type TestService } from './service.ts';

/** One event as it arrived. */
export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into events freely; the service itself checks their shape.
  readonly data: any;
}
/** A stream being read: `next` waits for one event and answers undefined at the end. */
export interface ReadStream {
  readonly status: number;
  readonly headers: Headers;
  next(): Promise<ReceivedEvent | undefined>;
  /** All that is left. */
  rest(): Promise<readonly ReceivedEvent[]>;
  /** Everything received so far that is no event: comments and retry. */
  readonly asides: readonly string[];
  /** Hangs up. */
  leave(): void;
}

/** Posts a body and reads the answer event by event. */
export async function openStream(
  service: TestService,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadStream> {
  const controller = new AbortController();
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-api-key': BOOTSTRAP_KEY,
      ...headers,
    },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  const asides: string[] = [];
  const events = readEvents(answer, asides);
  const next = async () => (await events.next()).value;
  return {
    status: answer.status,
    headers: answer.headers,
    asides,
    next,
    leave: () => controller.abort(),
    async rest() {
      const received: ReceivedEvent[] = [];
      for (let event = await next(); event !== undefined; event = await next()) received.push(event);
      return received;
    },
  };
}

async function* readEvents(answer: Response, asides: string[]): AsyncGenerator<ReceivedEvent, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const event = parseEvent(block);
      if (event === undefined) asides.push(block);
      else yield event;
    }
  }
  if (text !== '') throw new Error(`The stream ended in the middle of an event: ${text.slice(0, 100)}`);
  return undefined;
}

function parseEvent(block: string): ReceivedEvent | undefined {
  const lines = block
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const);
  const field = (name: string) => lines.find(([key]) => key === name)?.[1];
  const [event, data] = [field('event'), field('data')];
  return event === undefined || data === undefined ? undefined : { id: field('id'), event, data: JSON.parse(data) };
}
