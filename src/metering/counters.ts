import type { App } from '../context.ts';
import type { Db } from '../platform/db/db.ts';
import type { Charge, Identity } from '../platform/http/gate.ts';
import type { ApiKeyId, OrganizationId } from '../platform/ids.ts';
import {
  availableCredit, callsInWindow, countCall, countDay, type CreditState, emptyCreditState, emptyKeyState, type KeyState, takeWindow,
} from './model/account-state.ts';
import { quotaWindowMs, resetsAt, setMinute } from './model/quota-window.ts';
import { addDays, addMinutes, addToBalance, type CountedDay, type CountedMinute, listMinutes, readBalance } from './store.ts';

/** What a new sandbox organization starts with (contract, section 4); production organizations are topped up first. */
export const initialCredits = { sandbox: 100_000, production: 0 } as const;
/** Nobody is refused because of figures older than this. */
const refusableMs = 1_000;
/** Other processes count too: with a database server, figures older than this are read again in the background. */
const refreshedMs = 5_000;

/** Why a call may not run. */
export type Shortage =
  | { readonly kind: 'quota'; readonly resetsAt: Date }
  | { readonly kind: 'credit'; readonly balance: number };

/**
 * Quota and credit, counted in memory and written in the background. It owns the counters of this process; everything that
 * reads or writes the database goes through one queue, so that a figure is never read while it is being written.
 */
export class Counters {
  readonly #app: { readonly db: Db } & Pick<App, 'config' | 'log'>;
  readonly #keys = new Map<ApiKeyId, KeyState>();
  readonly #credits = new Map<OrganizationId, CreditState>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(app: Pick<App, 'config' | 'db' | 'log'>) {
    this.#app = app;
  }

  /** Sets a call aside, or says what is short. Reads the database only for a key not seen before, and before refusing. */
  async setAside(identity: Identity, charge: Charge): Promise<Shortage | undefined> {
    const key = this.#keyState(identity);
    const credit = this.#creditState(identity.organizationId);
    const nowMs = charge.now.getTime();
    const ageMs = performance.now() - Math.min(key.readAtMs, credit.readAtMs);
    if (ageMs === Number.POSITIVE_INFINITY) await this.#read(key, credit, nowMs);
    else if (ageMs > refreshedMs && this.#app.db.kind === 'server') this.#readInBackground(key, credit, nowMs);
    let shortage = findShortage({ key, credit, identity, charge });
    if (shortage && performance.now() - Math.min(key.readAtMs, credit.readAtMs) > refusableMs) {
      await this.#write(false);
      await this.#read(key, credit, nowMs);
      shortage = findShortage({ key, credit, identity, charge });
    }
    if (shortage) return shortage;
    key.underWay += 1;
    credit.setAside += charge.cost;
    return undefined;
  }

  /** The call is over: it costs, or it does not. */
  settle(identity: Identity, charge: Charge, isCharged: boolean): void {
    const key = this.#keyState(identity);
    const credit = this.#creditState(identity.organizationId);
    key.underWay -= 1;
    credit.setAside -= charge.cost;
    if (!isCharged) return;
    credit.unwritten += charge.cost;
    countCall(key, charge);
  }

  /** Counts for the record only. */
  note(identity: Identity, charge: Charge): void {
    countDay(this.#keyState(identity), charge);
  }

  /** Figures of an organization are read afresh before they are next used. */
  forget(organizationId: OrganizationId): void {
    const credit = this.#credits.get(organizationId);
    if (credit) credit.readAtMs = Number.NEGATIVE_INFINITY;
    for (const key of this.#keys.values()) if (key.organizationId === organizationId) key.readAtMs = Number.NEGATIVE_INFINITY;
  }

  /**
   * Writes what has been counted; what cannot be written is kept for the next time. What is only for the record may wait
   * (`isRecordIncluded` false): nobody is refused because of it.
   */
  async flush(isRecordIncluded: boolean): Promise<void> {
    await this.#write(isRecordIncluded);
  }

  #keyState(identity: Identity): KeyState {
    const known = this.#keys.get(identity.keyId);
    if (known) return known;
    const key = emptyKeyState(identity);
    this.#keys.set(identity.keyId, key);
    return key;
  }

  #creditState(organizationId: OrganizationId): CreditState {
    const known = this.#credits.get(organizationId);
    if (known) return known;
    const credit = emptyCreditState(organizationId);
    this.#credits.set(organizationId, credit);
    return credit;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #read(key: KeyState, credit: CreditState, nowMs: number): Promise<void> {
    const askedAtMs = performance.now();
    return this.#inTurn(async () => {
      // Calls that arrive together are all answered by the first one's reading.
      if (Math.min(key.readAtMs, credit.readAtMs) >= askedAtMs) return;
      const { db, config } = this.#app;
      const balance = await readBalance(db, credit.organizationId, initialCredits[config.environment]);
      const minutes = await listMinutes(db, key, new Date(nowMs - quotaWindowMs));
      credit.balance = balance;
      takeWindow(key, minutes, nowMs);
      key.readAtMs = performance.now();
      credit.readAtMs = key.readAtMs;
    });
  }

  #readInBackground(key: KeyState, credit: CreditState, nowMs: number): void {
    // Noted at once, so that a busy key starts one reading and not one per call.
    const reading = this.#read(key, credit, nowMs);
    key.readAtMs = performance.now() - refreshedMs;
    credit.readAtMs = key.readAtMs;
    reading.catch((err) => this.#app.log.warn({ err }, 'usage could not be read again'));
  }

  #write(isRecordIncluded: boolean): Promise<void> {
    return this.#inTurn(async () => {
      const keys = [...this.#keys.values()].filter((key) => key.unwrittenMinutes.size > 0 || (isRecordIncluded && key.unwrittenDays.size > 0));
      const credits = [...this.#credits.values()].filter((credit) => credit.unwritten !== 0);
      if (keys.length === 0 && credits.length === 0) return;
      const batch = takeBatch(keys);
      for (const credit of credits) [credit.beingWritten, credit.unwritten] = [credit.unwritten, 0];
      try {
        await this.#writeBatch(batch, credits);
      } catch (err) {
        giveBack(keys, batch);
        for (const credit of credits) [credit.beingWritten, credit.unwritten] = [0, credit.unwritten + credit.beingWritten];
        this.#app.log.error({ err }, 'usage could not be written; it is kept for the next time');
      }
    });
  }

  async #writeBatch(batch: Batch, credits: readonly CreditState[]): Promise<void> {
    const written = await this.#app.db.transaction(async (tx) => {
      await addDays(tx, batch.days);
      const minutes = await addMinutes(tx, batch.minutes);
      const balances: number[] = [];
      for (const credit of credits) balances.push(await addToBalance(tx, credit.organizationId, -credit.beingWritten));
      return { minutes, balances };
    });
    for (const [index, credit] of credits.entries()) {
      credit.balance = written.balances[index] ?? credit.balance;
      credit.beingWritten = 0;
    }
    for (const { keyId, minuteMs, calls } of written.minutes) {
      const key = this.#keys.get(keyId);
      if (key) setMinute(key.window, minuteMs, calls + (key.unwrittenMinutes.get(minuteMs) ?? 0));
    }
  }
}

interface Batch {
  readonly minutes: readonly CountedMinute[];
  readonly days: readonly CountedDay[];
}

function findShortage(call: { readonly key: KeyState; readonly credit: CreditState; readonly identity: Identity; readonly charge: Charge }): Shortage | undefined {
  const nowMs = call.charge.now.getTime();
  if (callsInWindow(call.key, nowMs) >= call.identity.quotaCalls) return { kind: 'quota', resetsAt: resetsAt(call.key.window, nowMs) };
  const available = availableCredit(call.credit);
  return available < call.charge.cost ? { kind: 'credit', balance: Math.max(0, available) } : undefined;
}

function takeBatch(keys: readonly KeyState[]): Batch {
  const minutes: CountedMinute[] = [];
  const days: CountedDay[] = [];
  for (const key of keys) {
    const { organizationId, keyId } = key;
    for (const [minuteMs, calls] of key.unwrittenMinutes) minutes.push({ organizationId, keyId, minuteMs, calls });
    for (const count of key.unwrittenDays.values()) days.push({ organizationId, keyId, ...count });
    key.unwrittenMinutes = new Map();
    key.unwrittenDays = new Map();
  }
  return { minutes, days };
}

/** Puts a batch that could not be written back where it came from. */
function giveBack(keys: readonly KeyState[], batch: Batch): void {
  const byId = new Map(keys.map((key) => [key.keyId, key]));
  for (const { keyId, minuteMs, calls } of batch.minutes) {
    const minutes = byId.get(keyId)?.unwrittenMinutes;
    minutes?.set(minuteMs, (minutes.get(minuteMs) ?? 0) + calls);
  }
  for (const { keyId, day, operationId, calls, credits } of batch.days) {
    const days = byId.get(keyId)?.unwrittenDays;
    const known = days?.get(`${day} ${operationId}`);
    days?.set(`${day} ${operationId}`, { day, operationId, calls: calls + (known?.calls ?? 0), credits: credits + (known?.credits ?? 0) });
  }
}
