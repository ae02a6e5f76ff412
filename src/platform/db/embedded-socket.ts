import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** The first byte of Terminate, the last message of a client. */
const TERMINATE = 'X'.charCodeAt(0);
/** What a client may have left behind: the database has one session for all that come after each other. */
const NEW_SESSION: readonly string[] = ['rollback', 'discard all'];

/**
 * The wire between a pg client and the database inside this process. Speaking PostgreSQL's own protocol to it, through
 * the same client as to a server, is what makes parameters, column types, errors and prepared statements the same on
 * both. Each client begins with a session without transaction or prepared statements, as on a server.
 */
export class EmbeddedSocket extends Duplex {
  readonly #database: PGlite;

  constructor(database: PGlite) {
    super();
    this.#database = database;
  }

  connect(): this {
    this.#beginSession().then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(asError(error)),
    );
    return this;
  }

  async #beginSession(): Promise<void> {
    for (const statement of NEW_SESSION) await this.#database.exec(statement);
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

  /** The pool counts a client until this side has ended, too. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  #exchange(message: Buffer, done: (error?: Error | null) => void): void {
    if (message[0] === TERMINATE) {
      done();
      return;
    }
    const parts: Buffer[] = [];
    // The bytes handed over are a view of the database's memory and must be copied before it runs on.
    const onRawData = (bytes: Uint8Array): void => void parts.push(Buffer.from(bytes));
    this.#database.execProtocolRawStream(message, { syncToFs: false, onRawData }).then(
      () => {
        if (parts.length > 0) this.push(parts.length === 1 ? parts[0] : Buffer.concat(parts));
        done();
      },
      (error: unknown) => done(asError(error)),
    );
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
