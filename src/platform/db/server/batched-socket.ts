import { Socket } from 'node:net';
import { ReceivedMessages } from './received-messages.ts';

type Written = (error?: Error | null) => void;

/**
 * A socket that sends everything written to it in one tick of the event loop with one system call: BEGIN travels with
 * the first statement, and statements that do not wait for one another travel together. Each call wakes the database,
 * which costs more than the bytes do. Readers get whole messages and must not retain them (`ReceivedMessages`); under
 * TLS only the answer to the TLS request arrives here.
 */
export class BatchedSocket extends Socket {
  #isHeld = false;

  constructor() {
    const received = new ReceivedMessages();
    let emit: (messages: Buffer) => void = () => undefined;
    super({
      onread: {
        buffer: () => received.room(),
        callback: (count) => {
          const isPostgres = received.take(count, emit);
          if (!isPostgres) this.destroy(new Error('What answers at the address of the database is not PostgreSQL.'));
          return isPostgres;
        },
      },
    });
    emit = (messages) => this.emit('data', messages);
  }

  override write(chunk: Uint8Array | string, written?: Written): boolean;
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding, written?: Written): boolean;
  override write(chunk: Uint8Array | string, second?: BufferEncoding | Written, written?: Written): boolean {
    this.#hold();
    return typeof second === 'string' ? super.write(chunk, second, written) : super.write(chunk, second ?? written);
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      this.uncork();
    });
  }
}
