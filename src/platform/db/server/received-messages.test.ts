import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReceivedMessages } from './received-messages.ts';

function message(letter: string, body: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.write(letter, 'latin1');
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/** Sends bytes in pieces of so many, as many as there is room for; answers what was handed on, piece by piece. */
function receive(received: ReceivedMessages, sent: Uint8Array, sizes: readonly number[]): readonly Buffer[] {
  const handed: Buffer[] = [];
  for (let [at, turn] = [0, 0]; at < sent.length; turn += 1) {
    const room = received.room();
    expect(room.length).toBeGreaterThan(0);
    const count = Math.min(sizes[turn % sizes.length] ?? 1, room.length, sent.length - at);
    room.set(sent.subarray(at, at + count));
    expect(received.take(count, (messages) => handed.push(Buffer.from(messages)))).toBe(true);
    at += count;
  }
  return handed;
}

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 100, max: 200_000 })), {
  minLength: 1,
  maxLength: 8,
});
const bodies = fc.array(
  fc.oneof(
    fc.uint8Array({ maxLength: 30 }),
    fc.constantFrom(0, 65_531, 131_067, 300_000).map((length) => new Uint8Array(length).fill(7)),
  ),
  { minLength: 1, maxLength: 12 },
);

test('whatever pieces they come in, all messages are handed on, each as a whole and in order', () => {
  fc.assert(
    fc.property(bodies, sizes, (all, pieces) => {
      // Pieces of a letter or two are for short messages.
      const sizesOfPieces = pieces.map((size, index) => (index === 0 ? Math.max(size, 5_000) : size));
      const sent = Buffer.concat([message('R', Buffer.alloc(4)), ...all.map((body) => message('D', body))]);
      const handed = receive(new ReceivedMessages(), sent, sizesOfPieces);
      expect(Buffer.concat(handed).equals(sent)).toBe(true);
      for (const messages of handed) {
        let at = 0;
        while (at < messages.length) at += 1 + messages.readUInt32BE(at + 1);
        expect(at).toBe(messages.length);
      }
    }),
    { numRuns: 60 },
  );
});

test('the one letter that answers a request for TLS is handed on, and messages after it', () => {
  const received = new ReceivedMessages();
  expect(receive(received, Buffer.from('N'), [1]).map(String)).toEqual(['N']);
  const ready = message('Z', Buffer.from('I'));
  expect(receive(received, ready, [1])).toEqual([ready]);
});

test.each(['HTTP/1.1 400 Bad Request', 'HHHHHHHH', 'S\u0000garbage', 'R\u0000\u0000\u00ff\u00ff'])(
  'what no PostgreSQL begins with is told at once, and nothing is kept for it: %j',
  (text) => {
    const received = new ReceivedMessages();
    const sent = Buffer.from(text, 'latin1');
    received.room().set(sent);
    expect(received.take(sent.length, () => expect.unreachable())).toBe(false);
  },
);
