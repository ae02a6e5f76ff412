import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/**
 * The wire between a pg client and the database inside this process. Speaking PostgreSQL's own protocol to it, through
 * the same client as to a server, is what makes parameters, column types, errors and prepared statements the same on
 * both.
 */
export class EmbeddedSocket extends Duplex {
  readonly #database: PGlite;

  constructor(database: PGlite) {
    super();
    this.#database = database;
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#exchange(chunk, done);
  }

  /** The messages of one statement arrive together (pg corks them) and go in as one. */
  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#exchange(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  #exchange(message: Buffer, done: (error?: Error | null) => void): void {
    const parts: Buffer[] = [];
    // The bytes handed over are a view of the database's memory and must be copied before it runs on.
    const onRawData = (bytes: Uint8Array): void => void parts.push(Buffer.from(bytes));
    this.#database.execProtocolRawStream(message, { syncToFs: false, onRawData }).then(
      () => {
        if (parts.length > 0) this.push(parts.length === 1 ? parts[0] : Buffer.concat(parts));
        done();
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }
}
