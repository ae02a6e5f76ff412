import type { App } from '../context.ts';
import { createAuthenticator, type Authenticator } from '../identity/authenticate.ts';
import { newKeyRate } from '../identity/model/api-key.ts';
import { refuse, type Refusal } from '../platform/errors.ts';
import type {
  Admission,
  Charge,
  Credential,
  Gate,
  Identity,
  QuotaState,
  RateState,
  Surface,
  UserCredentials,
  Visitor,
} from '../platform/http/gate.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { Counters, type Shortage } from './counters.ts';

type GateContext = Pick<App, 'config' | 'db' | 'clock' | 'log' | 'shared'> & { readonly users: UserCredentials };

/** A crash may forgive at most this much counting (contract, section 4). */
const flushIntervalMs = 1_000;
/** Calls of organizations without limits are only for the record and written this much more rarely. */
const flushesPerRecord = 10;
/** When a key was last used is to the minute. */
const flushesPerLastUsed = 60;
/**
 * What one end user of an organization may ask for: a fifth of a key's own rate, so that one cannot use up everybody's.
 */
const endUserRate = { perSecond: newKeyRate.perSecond / 5, burst: newKeyRate.burst / 5 } as const;
/** An organization without limits still gets the headers of every authenticated answer. */
const unlimitedRate: RateState = { limit: newKeyRate.burst, remaining: newKeyRate.burst, resetSeconds: 0 };
const freeAdmission = (rate: RateState): Admission => ({
  rate,
  refusal: undefined,
  reprice: async () => undefined,
  settle: () => undefined,
});

/** Builds the gate of a process: identity in front, rate, quota and credit behind it. */
export function createGate(app: GateContext): Gate {
  return new MeteredGate(app);
}

/** Owner of the counters and of the timer that writes them. */
class MeteredGate implements Gate {
  readonly #app: GateContext;
  readonly #authenticator: Authenticator;
  readonly #counters: Counters;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;

  constructor(app: GateContext) {
    this.#app = app;
    this.#authenticator = createAuthenticator(app);
    this.#counters = new Counters(app);
  }

  authenticate(credential: Credential, surface: Surface, from?: Visitor): Promise<Identity | undefined> {
    return this.#authenticator.authenticate(credential, surface, from);
  }

  async admit(identity: Identity, charge: Charge): Promise<Admission> {
    if (identity.isUnlimited) return this.#admitUnlimited(identity, charge);
    let rate = await this.#take(`rate:${identity.credentialId}`, identity.rate, 1);
    if (!rate.isAllowed) return refused(rate, rateRefusal(this.#app.clock.now(), rate));
    if (charge.endUserId !== undefined) {
      const own = await this.#take(`rate:${identity.organizationId}:${charge.endUserId}`, endUserRate, 1);
      if (!own.isAllowed) return refused(own, rateRefusal(this.#app.clock.now(), own));
      // The headers speak of the bucket that will be empty first.
      if (own.remaining < rate.remaining) rate = own;
    }
    if (charge.cost === 0) return freeAdmission(rate);
    const shortage = await this.#counters.setAside(identity, charge);
    if (shortage) return refused(rate, shortageRefusal(shortage, { identity, charge }));
    return this.#admitted(identity, charge, rate);
  }

  async readRate(identity: Identity): Promise<RateState> {
    return identity.isUnlimited ? unlimitedRate : await this.#take(`rate:${identity.credentialId}`, identity.rate, 0);
  }

  async readQuota(identity: Identity, now: Date): Promise<QuotaState | undefined> {
    return identity.isUnlimited ? undefined : await this.#counters.readQuota(identity, now);
  }

  forget(organizationId: OrganizationId): void {
    this.#counters.forget(organizationId);
  }

  forgetKey(keyHash: string): void {
    this.#authenticator.forgetKey(keyHash);
  }

  async flush(): Promise<void> {
    await this.#counters.flush(true);
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), flushIntervalMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#counters.flush(true);
    await this.#authenticator.flushLastUsed();
  }

  /** A call that has been set aside. */
  #admitted(identity: Identity, admitted: Charge, rate: RateState): Admission {
    let charge: Charge | undefined = admitted;
    return {
      rate,
      refusal: undefined,
      reprice: async (cost) => {
        const repriced = { ...admitted, cost };
        charge = undefined;
        this.#counters.settle(identity, admitted, false);
        const shortage = await this.#counters.setAside(identity, repriced);
        if (shortage !== undefined) return shortageRefusal(shortage, { identity, charge: repriced });
        charge = repriced;
        return undefined;
      },
      settle: (status) => {
        if (charge !== undefined) this.#counters.settle(identity, charge, isCharged(status));
      },
    };
  }

  #admitUnlimited(identity: Identity, admitted: Charge): Admission {
    if (admitted.cost === 0) return freeAdmission(unlimitedRate);
    let charge = admitted;
    return {
      rate: unlimitedRate,
      refusal: undefined,
      reprice: async (cost) => {
        charge = { ...admitted, cost };
        return undefined;
      },
      settle: (status) => {
        if (isCharged(status)) this.#counters.note(identity, charge);
      },
    };
  }

  async #take(
    key: string,
    bucket: Identity['rate'],
    cost: number,
  ): Promise<RateState & { readonly isAllowed: boolean }> {
    const taken = await this.#app.shared.takeToken(key, bucket, cost);
    return {
      isAllowed: taken.isAllowed,
      limit: bucket.burst,
      remaining: Math.max(0, Math.floor(taken.remaining)),
      resetSeconds: Math.ceil(taken.resetSeconds),
    };
  }

  #tick(): void {
    this.#ticks += 1;
    this.#counters
      .flush(this.#ticks % flushesPerRecord === 0)
      .catch((err) => this.#app.log.error({ err }, 'usage could not be written'));
    if (this.#ticks % flushesPerLastUsed > 0) return;
    this.#counters.forgetIdle();
    this.#authenticator
      .flushLastUsed()
      .catch((err) => this.#app.log.error({ err }, 'the last use of keys could not be written'));
  }
}

/** Calls answered 401, 402, 403, 429 or 5xx cost nothing (contract, section 4). */
function isCharged(status: number): boolean {
  return status < 500 && ![401, 402, 403, 429].includes(status);
}

function refused(rate: RateState, refusal: Refusal): Admission {
  return { rate, refusal, reprice: async () => undefined, settle: () => undefined };
}

function rateRefusal(now: Date, rate: RateState): Refusal {
  const seconds = Math.max(1, rate.resetSeconds);
  return refuse('rate_exceeded', {
    keys: { limit: 'rate', resets_at: new Date(now.getTime() + seconds * 1_000).toISOString() },
    headers: { 'Retry-After': String(seconds) },
  });
}

function shortageRefusal(
  shortage: Shortage,
  { identity, charge }: { readonly identity: Identity; readonly charge: Charge },
): Refusal {
  if (shortage.kind === 'credit') return refuse('balance_exhausted', { keys: { balance: shortage.balance } });
  const seconds = Math.max(1, Math.ceil((shortage.resetsAt.getTime() - charge.now.getTime()) / 1_000));
  return refuse('quota_exceeded', {
    message: describeUsedQuota(identity),
    keys: { limit: 'quota', resets_at: shortage.resetsAt.toISOString() },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Says what to do about it: in a sandbox the developer runs the installation, in production somebody else does. */
function describeUsedQuota({ organizationId, principal, quotaCalls = 0, environment }: Identity): string {
  const used = `This ${principal.kind === 'user' ? 'user' : 'key'} has used all ${quotaCalls.toLocaleString('en')} calls of its quota for 30 days.`;
  if (environment === 'production')
    return `${used} Wait until resets_at, or ask the operator of this service for more.`;
  const lift = `lift the limits of the organization with \`npm run bly -- admin set-limits --organization ${organizationId} --unlimited\``;
  const makeKey =
    principal.kind === 'user' ? '' : 'make another key with `npm run bly -- admin create-key --name NAME`, or ';
  return `${used} On the machine that runs this sandbox, ${makeKey}${lift}. Otherwise wait until resets_at.`;
}
