import { randomUUID } from 'node:crypto';
import type { App } from '../context.ts';
import type { Db } from '../platform/db/db.ts';
import type { Charge, Identity, QuotaState } from '../platform/http/gate.ts';
import type { CredentialId, OrganizationId } from '../platform/ids.ts';
import {
  availableCredit,
  callsInWindow,
  countCall,
  countDay,
  type CreditState,
  emptyCreditState,
  emptyKeyState,
  isIdle,
  type KeyState,
  takeWindow,
} from './model/account-state.ts';
import { quotaWindowMs, resetsAt, setMinute } from './model/quota-window.ts';
import { type Call, type Figures, setAside, SharedAllowance } from './shared-allowance.ts';
import { listMinutes, readBalanceVersion } from './store.ts';
import { type Batch, takeBatch, writeBatch, type Written } from './usage-batch.ts';

/** What a new sandbox organization starts with (contract, section 4); production organizations are topped up first. */
export const initialCredits = { sandbox: 100_000, production: 0 } as const;
/** Nobody is refused because of figures older than this. */
const refusableMs = 1_000;
/** Other processes count too: with a database server, figures older than this are read again in the background. */
const refreshedMs = 5_000;
/**
 * After this long without a call a state is let go of: far longer than any call takes, so that none loses the state it
 * holds.
 */
const idleMsMax = 900_000;
/** Shared figures that change while they are read are read again so often; after that the database's decide. */
const attemptsMax = 5;

/** Why a call may not run. */
export type Shortage =
  | { readonly kind: 'quota'; readonly resetsAt: Date }
  | { readonly kind: 'credit'; readonly balance: number };

/**
 * Quota and credit, counted in memory and written in the background. It owns the counters of this process; everything
 * that reads or writes the database goes through one queue, so that a figure is never read while it is being written.
 * Where processes share counters (`SharedPools`) a call is set aside there; when they do not answer, the database's
 * figures decide.
 */
export class Counters {
  readonly #app: { readonly db: Db } & Pick<App, 'config' | 'log' | 'clock'>;
  readonly #shared: SharedAllowance | undefined;
  readonly #writerId = randomUUID();
  readonly #keys = new Map<CredentialId, KeyState>();
  readonly #credits = new Map<OrganizationId, CreditState>();
  #queue: Promise<unknown> = Promise.resolve();
  /** Taken out of the counters and not known to be in the database: tried again before anything else is. */
  #batch: Batch | undefined;
  #batchNumber = 0;
  /** Whether the shared counters did not answer last. */
  #isAlone = false;

  constructor(app: Pick<App, 'config' | 'db' | 'log' | 'clock' | 'shared'>) {
    this.#app = app;
    this.#shared = app.shared.pools && new SharedAllowance(app.shared.pools);
  }

  /**
   * Sets a call aside, or says what is short. Reads the database only for a key not seen before, and before refusing.
   */
  async setAside(identity: Identity, charge: Charge): Promise<Shortage | undefined> {
    const call = {
      key: this.#keyState(identity),
      credit: this.#creditState(identity.organizationId),
      identity,
      charge,
    };
    if (!this.#shared) return await this.#setAsideHere(call);
    try {
      const decided = await this.#setAsideShared(call, this.#shared);
      this.#noteAlone(undefined);
      if (decided) return decided.shortage;
    } catch (err) {
      this.#noteAlone(err);
    }
    return await this.#setAsideHere(call);
  }

  /** The call is over: it costs, or it does not. */
  settle(identity: Identity, charge: Charge, isCharged: boolean): void {
    const key = this.#keyState(identity);
    const credit = this.#creditState(identity.organizationId);
    key.underWay -= 1;
    credit.setAside -= charge.cost;
    if (isCharged) {
      credit.unwritten += charge.cost;
      countCall(key, charge);
    } else {
      this.#shared?.giveBack({ key, credit, charge });
    }
  }

  /**
   * The quota as it stands, calls under way included; undefined for a credential without quota. Reads the database only
   * for a key not seen before.
   */
  async readQuota(identity: Identity, now: Date): Promise<QuotaState | undefined> {
    const limit = identity.quotaCalls;
    if (limit === undefined) return undefined;
    const key = this.#keyState(identity);
    const nowMs = now.getTime();
    const shared =
      key.sharedRemaining && performance.now() - key.sharedRemaining.atMs < refreshedMs
        ? key.sharedRemaining.calls
        : undefined;
    // Shared counters that answered lately know better than the database, except for when the window resets.
    if (shared === undefined || key.readAtMs === Number.NEGATIVE_INFINITY)
      await this.#refresh(key, this.#creditState(identity.organizationId), nowMs);
    return {
      limit,
      remaining: Math.max(0, shared ?? limit - callsInWindow(key, nowMs)),
      resetSeconds: Math.max(1, Math.ceil((resetsAt(key.window, nowMs).getTime() - nowMs) / 1_000)),
    };
  }

  /** Counts for the record only. */
  note(identity: Identity, charge: Charge): void {
    countDay(this.#keyState(identity), charge);
  }

  /** Figures of an organization are read afresh before they are next used, in every process. */
  forget(organizationId: OrganizationId): void {
    const credit = this.#credits.get(organizationId);
    const keys = [...this.#keys.values()].filter((key) => key.organizationId === organizationId);
    for (const state of [...keys, ...(credit ? [credit] : [])]) state.readAtMs = Number.NEGATIVE_INFINITY;
    this.#shared?.forget(organizationId, keys);
  }

  /**
   * Writes what has been counted; what cannot be written stays for the next time. What is only for the record may
   * wait (`isRecordIncluded` false): nobody is refused because of it.
   */
  async flush(isRecordIncluded: boolean): Promise<void> {
    await this.#write(isRecordIncluded);
  }

  /**
   * Lets go of what nobody has used for `idleMs`: millions of users may call a process in its life. Answers how many
   * states stay in memory.
   */
  forgetIdle(idleMs: number = idleMsMax): number {
    const sinceMs = performance.now() - idleMs;
    for (const [id, key] of this.#keys) if (isIdle(key, sinceMs)) this.#keys.delete(id);
    for (const [id, credit] of this.#credits) if (isIdle(credit, sinceMs)) this.#credits.delete(id);
    return this.#keys.size + this.#credits.size;
  }

  async #setAsideShared(
    call: Call,
    shared: SharedAllowance,
  ): Promise<{ readonly shortage: Shortage | undefined } | undefined> {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const answer = await shared.reserve(call);
      if (answer.kind === 'reserved') return { shortage: undefined };
      if (answer.kind === 'short' && ageMsOf(call) <= refusableMs)
        return { shortage: describeShortage(call, answer.of, answer.available) };
      if (answer.kind === 'short') await this.#write(false);
      await this.#read(call.key, call.credit, call.charge.now.getTime());
    }
    return undefined;
  }

  async #setAsideHere(call: Call): Promise<Shortage | undefined> {
    const { key, credit, charge } = call;
    const nowMs = charge.now.getTime();
    const ageMs = ageMsOf(call);
    // Where counters are shared, figures here lie unused until the shared ones fail.
    if (ageMs === Number.POSITIVE_INFINITY || (this.#shared && ageMs > refreshedMs))
      await this.#readHere(key, credit, nowMs);
    else if (ageMs > (this.#shared ? refusableMs : refreshedMs) && this.#app.db.kind === 'server')
      this.#readInBackground(key, credit, nowMs);
    let shortage = findShortage(call);
    if (shortage && ageMsOf(call) > refusableMs) {
      await this.#write(false);
      await this.#readHere(key, credit, nowMs);
      shortage = findShortage(call);
    }
    if (shortage) return shortage;
    setAside(key, credit, charge);
    return undefined;
  }

  #keyState(identity: Identity): KeyState {
    const known = this.#keys.get(identity.credentialId);
    if (known) {
      known.usedAtMs = performance.now();
      return known;
    }
    const key = emptyKeyState(identity.organizationId, identity.credentialId, identity.quotaCalls !== undefined);
    this.#keys.set(identity.credentialId, key);
    return key;
  }

  #creditState(organizationId: OrganizationId): CreditState {
    const known = this.#credits.get(organizationId);
    if (known) {
      known.usedAtMs = performance.now();
      return known;
    }
    const credit = emptyCreditState(organizationId);
    this.#credits.set(organizationId, credit);
    return credit;
  }

  #runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #read(key: KeyState, credit: CreditState, nowMs: number): Promise<void> {
    const requestedAtMs = performance.now();
    return this.#runExclusive(async () => {
      // Calls that arrive together are all answered by the first one's reading.
      if (Math.min(key.readAtMs, credit.readAtMs) >= requestedAtMs) return;
      const read = () => this.#readFigures(key, credit, nowMs);
      await (this.#shared ? this.#shared.load(key, credit, read) : read());
    });
  }

  /** For this process's own use: it does not matter whether the shared counters take the figures. */
  async #readHere(key: KeyState, credit: CreditState, nowMs: number): Promise<void> {
    const requestedAtMs = performance.now();
    try {
      await this.#read(key, credit, nowMs);
    } catch (error) {
      if (Math.min(key.readAtMs, credit.readAtMs) < requestedAtMs) throw error;
    }
  }

  async #readFigures(key: KeyState, credit: CreditState, nowMs: number): Promise<Figures> {
    const { db, config } = this.#app;
    const balance = await readBalanceVersion(db, credit.organizationId, initialCredits[config.environment]);
    const minutes = key.hasQuota ? await listMinutes(db, key, new Date(nowMs - quotaWindowMs)) : [];
    credit.balance = balance.balance;
    takeWindow(key, minutes, nowMs);
    key.readAtMs = performance.now();
    credit.readAtMs = key.readAtMs;
    return { balance, minutes, nowMs };
  }

  /**
   * Figures for reporting what is left: an unknown key's are read, others are read again in the background where other
   * processes count too.
   */
  async #refresh(key: KeyState, credit: CreditState, nowMs: number): Promise<void> {
    const ageMs = ageMsOf({ key, credit });
    if (ageMs === Number.POSITIVE_INFINITY) await this.#readHere(key, credit, nowMs);
    else if (ageMs > refreshedMs && this.#app.db.kind === 'server') this.#readInBackground(key, credit, nowMs);
  }

  #readInBackground(key: KeyState, credit: CreditState, nowMs: number): void {
    // Noted at once, so that a busy key starts one reading and not one per call.
    const reading = this.#readHere(key, credit, nowMs);
    key.readAtMs = performance.now() - refusableMs;
    credit.readAtMs = key.readAtMs;
    reading.catch((err) => this.#app.log.warn({ err }, 'usage could not be read again'));
  }

  /** Reported once when it begins and once when it ends, not for every call. */
  #noteAlone(err: unknown): void {
    if ((err !== undefined) === this.#isAlone) return;
    this.#isAlone = !this.#isAlone;
    if (this.#isAlone) this.#app.log.warn({ err }, 'shared counters do not answer: the figures of the database decide');
    else this.#app.log.info('shared counters answer again');
  }

  #write(isRecordIncluded: boolean): Promise<void> {
    return this.#runExclusive(async () => {
      try {
        // Its commit may have happened unheard: it is settled first, under its own number, so that nothing is written
        // twice.
        if (this.#batch) await this.#writeBatch(this.#batch);
        this.#batch = this.#takeBatch(isRecordIncluded);
        if (this.#batch) await this.#writeBatch(this.#batch);
        else await this.#post(undefined, undefined);
      } catch (err) {
        this.#app.log.error({ err }, 'usage could not be written; it is kept for the next time');
      }
    });
  }

  #takeBatch(isRecordIncluded: boolean): Batch | undefined {
    const keys = [...this.#keys.values()].filter(
      (key) => key.unwrittenMinutes.size > 0 || (isRecordIncluded && key.unwrittenDays.size > 0),
    );
    return takeBatch(this.#batchNumber + 1, keys, this.#credits.values());
  }

  async #writeBatch(batch: Batch): Promise<void> {
    this.#batchNumber = batch.number;
    const writer = { id: this.#writerId, now: this.#app.clock.now() };
    const written = await this.#app.db.transaction((tx) => writeBatch(tx, batch, writer));
    this.#batch = undefined;
    this.#noteWritten(batch, written);
    await this.#post(batch, written);
  }

  #noteWritten(batch: Batch, written: Written | undefined): void {
    for (const [index, { organizationId }] of batch.credits.entries()) {
      const credit = this.#creditState(organizationId);
      credit.balance = written?.balances[index]?.balance ?? credit.balance - credit.beingWritten;
      credit.beingWritten = 0;
    }
    for (const { keyId } of batch.minutes) {
      const key = this.#keys.get(keyId);
      if (key) key.minutesBeingWritten = new Map();
    }
    for (const { keyId, minuteMs, calls } of written?.minutes ?? []) {
      const key = this.#keys.get(keyId);
      if (key) setMinute(key.window, minuteMs, calls + (key.unwrittenMinutes.get(minuteMs) ?? 0));
    }
  }

  async #post(batch: Batch | undefined, written: Written | undefined): Promise<void> {
    await this.#shared?.post(batch, written, { keys: this.#keys.values(), credits: this.#credits.values() });
  }
}

function ageMsOf({ key, credit }: Pick<Call, 'key' | 'credit'>): number {
  return performance.now() - Math.min(key.readAtMs, credit.readAtMs);
}

function findShortage(call: Call): Shortage | undefined {
  const { quotaCalls } = call.identity;
  if (quotaCalls !== undefined && callsInWindow(call.key, call.charge.now.getTime()) >= quotaCalls)
    return describeShortage(call, 'quota', 0);
  const available = availableCredit(call.credit);
  return available < call.charge.cost ? describeShortage(call, 'credit', available) : undefined;
}

function describeShortage({ key, charge }: Call, kind: Shortage['kind'], available: number): Shortage {
  return kind === 'quota'
    ? { kind, resetsAt: resetsAt(key.window, charge.now.getTime()) }
    : { kind, balance: Math.max(0, available) };
}
