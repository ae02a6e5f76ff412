/** One event of a stream of server-sent events. */
export interface SentEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * The events of a stream as they arrive (WHATWG HTML, 9.2.6); comments, ids and retry times are passed over, and what
 * has not ended with an empty line is no event. Leaving the loop hangs up.
 */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true });
      // A \r at the end may be the first half of \r\n.
      const whole = text.endsWith('\r') ? text.length - 1 : text.length;
      const blocks = text.slice(0, whole).replace(/\r\n?/g, '\n').split('\n\n');
      text = `${blocks.pop() ?? ''}${text.slice(whole)}`;
      for (const block of blocks) {
        const event = readBlock(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): SentEvent | undefined {
  const lines = block.split('\n');
  const valuesOf = (name: string): string[] =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : []));
  const data = valuesOf('data');
  return data.length === 0 ? undefined : { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
}
