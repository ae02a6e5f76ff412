import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type Refusal, refuse } from '../../errors.ts';
import type { ConnectionLimits } from './limits.ts';

/**
 * Answers below this are sent whatever is unread: they are what a refusal itself takes, and the number of connections
 * bounds them.
 */
const LARGE_BYTES_MIN = 64 * 1024;
/** When a refused caller may come back: by then its clients have read on, or the write time-out has come closer. */
const RETRY_AFTER_SECONDS = 5;

/** Whose bytes they are: an organization, or everybody without one. */
export type BytesOwner = string | undefined;

/**
 * Counts the bytes of answers that were made and that their clients have not read: they are memory of this process. An
 * organization has a budget of them, and so has the process.
 */
export class UnsentBytes {
  readonly #limits: ConnectionLimits;
  readonly #now: () => Date;
  readonly #held = new Map<string, number>();
  readonly #ofSocket = new WeakMap<Socket, Set<() => void>>();
  #total = 0;

  constructor(limits: ConnectionLimits, now: () => Date) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Of all answers together. */
  get total(): number {
    return this.#total;
  }

  /** Before work that may end in a large answer: the refusal where one more would only add to what is unread. */
  refusalOfWork(owner: BytesOwner): Refusal | undefined {
    return this.refusalOfAnswer(owner, LARGE_BYTES_MIN);
  }

  /** The refusal that is sent in place of an answer of so many bytes; undefined where there is room for it. */
  refusalOfAnswer(owner: BytesOwner, bytes: number): Refusal | undefined {
    if (bytes < LARGE_BYTES_MIN) return undefined;
    const held = this.#held.get(keyOf(owner)) ?? 0;
    if (held + bytes > this.#limits.organizationUnsentBytesMax) return this.#refuse('answers_unread');
    return this.#total + bytes > this.#limits.processUnsentBytesMax ? this.#refuse('answers_congested') : undefined;
  }

  /**
   * Counts the bytes of an answer that has just been given to its response, until they are sent or the connection is
   * gone. What the operating system has already taken, and what never meets a socket (a call within the process), is
   * not counted.
   */
  countAnswer(response: ServerResponse, socket: Socket, owner: BytesOwner, bytes: number): void {
    if (bytes === 0 || response.writableFinished || !(socket instanceof Socket) || socket.destroyed) return;
    const release = this.hold(owner, bytes);
    const onGone = this.#goneListeners(socket);
    const once = (): void => {
      if (onGone.delete(once)) release();
    };
    onGone.add(once);
    response.once('finish', once);
  }

  /** Counts bytes that a caller looks after itself. The function answered takes them off again, once. */
  hold(owner: BytesOwner, bytes: number): () => void {
    this.#add(owner, bytes);
    return () => this.#add(owner, -bytes);
  }

  #add(owner: BytesOwner, bytes: number): void {
    const key = keyOf(owner);
    const held = (this.#held.get(key) ?? 0) + bytes;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
    this.#total += bytes;
  }

  /**
   * One listener for each connection: of requests sent one behind the other, those not answered yet have no response on
   * the socket.
   */
  #goneListeners(socket: Socket): Set<() => void> {
    const known = this.#ofSocket.get(socket);
    if (known !== undefined) return known;
    const listeners = new Set<() => void>();
    this.#ofSocket.set(socket, listeners);
    socket.once('close', () => {
      for (const listener of listeners) listener();
    });
    return listeners;
  }

  #refuse(condition: 'answers_unread' | 'answers_congested'): Refusal {
    const resetsAt = new Date(this.#now().getTime() + RETRY_AFTER_SECONDS * 1_000);
    const keys = condition === 'answers_unread' ? { limit: 'concurrency', resets_at: resetsAt.toISOString() } : {};
    return refuse(condition, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) }, keys });
  }
}

function keyOf(owner: BytesOwner): string {
  return owner ?? '';
}
