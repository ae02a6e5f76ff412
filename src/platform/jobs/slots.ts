import type { OrganizationId } from '../ids.ts';
import type { AnyJob } from './job.ts';
import type { BusyKey, BusyOrganization, ClaimedJob, WantedKind, WantedKey } from './store-claim.ts';

/** What one claim asked for, stored to read its answer. */
export interface Ask {
  readonly at: Date;
  readonly kinds: readonly (WantedKind & { readonly wakes: number })[];
  readonly keys: readonly WantedKey[];
  readonly busy: readonly BusyKey[];
  readonly organizations: readonly BusyOrganization[];
}

/** Jobs whose transaction commits late appear behind the point already scanned; they are at most this much older. */
const SCAN_OVERLAP_MS = 2_000;
const EVERYTHING = new Date(0);

interface Kind {
  readonly declaration: AnyJob;
  running: number;
  /** There may be due jobs nobody has looked for. */
  isHungry: boolean;
  wakes: number;
  scanFrom: Date;
}
interface Holding {
  readonly name: string;
  readonly concurrencyKey: string;
  readonly organizationId: OrganizationId;
  readonly limit: number;
  running: number;
  /** Jobs of it may have been passed over because it was full. */
  isHoldingBack: boolean;
}
/** The jobs of one organization of a kind that bounds them. */
interface Tenant {
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly limit: number;
  running: number;
  /** Jobs of it may have been passed over because it was full. */
  isHoldingBack: boolean;
}

/**
 * Who may run: free places of each kind, concurrency key and organization in this process, and what is worth asking the
 * database for. Each kind has its own places and each key and organization its own limit, so that no slow kind, key or
 * organization delays another.
 */
export class Slots {
  readonly #kinds = new Map<string, Kind>();
  readonly #holdings = new Map<string, Holding>();
  readonly #tenants = new Map<string, Tenant>();

  constructor(declarations: readonly AnyJob[]) {
    for (const declaration of declarations) {
      if (this.#kinds.has(declaration.name)) throw new Error(`Two jobs are called ${declaration.name}.`);
      this.#kinds.set(declaration.name, { declaration, running: 0, isHungry: true, wakes: 0, scanFrom: EVERYTHING });
    }
  }

  /** Says that a job of this kind was queued. */
  wake(name: string): void {
    const kind = this.#kinds.get(name);
    if (kind === undefined) return;
    kind.isHungry = true;
    kind.wakes += 1;
  }

  /** Looks at everything again, the parts already scanned too. */
  wakeAll(): void {
    for (const [name, kind] of this.#kinds) {
      kind.scanFrom = EVERYTHING;
      this.wake(name);
    }
  }

  /** What to claim now; undefined when nothing is free or nothing is waiting. */
  ask(now: Date): Ask | undefined {
    const room = new Map([...this.#kinds].map(([name, kind]) => [name, kind.declaration.concurrency - kind.running]));
    const reserved = new Map<Tenant, number>();
    const keys: WantedKey[] = [];
    for (const held of this.#holdings.values()) {
      const tenant = this.#tenants.get(tenantKey(held));
      const freeOfTenant =
        tenant === undefined ? Number.POSITIVE_INFINITY : tenant.limit - tenant.running - (reserved.get(tenant) ?? 0);
      const free = Math.min(held.limit - held.running, room.get(held.name) ?? 0, freeOfTenant);
      if (!held.isHoldingBack || free <= 0) continue;
      keys.push({ name: held.name, organizationId: held.organizationId, concurrencyKey: held.concurrencyKey, free });
      room.set(held.name, (room.get(held.name) ?? 0) - free);
      if (tenant !== undefined) reserved.set(tenant, (reserved.get(tenant) ?? 0) + free);
    }
    const kinds: Ask['kinds'] = [...this.#kinds].flatMap(([name, kind]) => {
      const free = room.get(name) ?? 0;
      if (!kind.isHungry || free <= 0) return [];
      return [
        {
          name,
          free,
          limitPerKey: kind.declaration.concurrencyPerKey,
          organizationLimit: kind.declaration.organizationConcurrency,
          scanFrom: kind.scanFrom,
          wakes: kind.wakes,
        },
      ];
    });
    if (kinds.length === 0 && keys.length === 0) return undefined;
    const busy = [...this.#holdings.values()].map(({ name, concurrencyKey, organizationId, running, limit }) => ({
      name,
      concurrencyKey,
      organizationId,
      running,
      isFull: running >= limit,
    }));
    const organizations = [...this.#tenants.values()].map((tenant) => {
      const running = tenant.running + (reserved.get(tenant) ?? 0);
      return { name: tenant.name, organizationId: tenant.organizationId, running, isFull: running >= tenant.limit };
    });
    return { at: now, kinds, keys, busy, organizations };
  }

  /**
   * True when a claim now would be for few places while most are taken: worth waiting a moment for more to come free.
   */
  isNearlyFull(ask: Ask): boolean {
    return (
      ask.kinds.every(({ name, free }) => free * 4 < this.#concurrencyOf(name)) &&
      ask.keys.every(
        ({ free, name, concurrencyKey }) => free * 4 < (this.#holdings.get(keyName(name, concurrencyKey))?.limit ?? 0),
      )
    );
  }

  /**
   * Takes the answer of a claim: fills places, and notes who has been looked for completely and who is held back.
   * `isOfOne`: it was for one organization, and says nothing about jobs of others.
   */
  accept(ask: Ask, claimed: readonly ClaimedJob[], isOfOne = false): void {
    for (const job of claimed) this.#occupy(job);
    const probed = new Set(ask.keys.map(({ name, concurrencyKey }) => keyName(name, concurrencyKey)));
    const isProbed = (job: ClaimedJob) =>
      job.concurrencyKey !== undefined && probed.has(keyName(job.name, job.concurrencyKey));
    for (const wanted of ask.keys) {
      const held = this.#holdings.get(keyName(wanted.name, wanted.concurrencyKey));
      const got = claimed.filter(
        (job) => job.name === wanted.name && job.concurrencyKey === wanted.concurrencyKey,
      ).length;
      if (held !== undefined && got < wanted.free) this.#letGo(held);
    }
    for (const wanted of ask.kinds)
      this.#acceptKind(
        wanted,
        ask,
        claimed.filter((job) => job.name === wanted.name && !isProbed(job)),
        isOfOne,
      );
  }

  /** Frees the place of a job that has ended; true when something may be waiting for it. */
  release(job: ClaimedJob): boolean {
    const kind = this.#kinds.get(job.name);
    if (kind === undefined) return false;
    kind.running -= 1;
    const held =
      job.concurrencyKey === undefined ? undefined : this.#holdings.get(keyName(job.name, job.concurrencyKey));
    if (held !== undefined) {
      held.running -= 1;
      if (held.running === 0 && !held.isHoldingBack) this.#holdings.delete(keyName(held.name, held.concurrencyKey));
    }
    this.#releaseTenant(kind, job);
    return kind.isHungry || held?.isHoldingBack === true;
  }

  /** No job of these kinds is known to be due that could run now. */
  rest(names: readonly string[]): void {
    for (const name of names) {
      const kind = this.#kinds.get(name);
      if (kind !== undefined) kind.isHungry = false;
    }
  }

  #acceptKind(wanted: Ask['kinds'][number], ask: Ask, claimed: readonly ClaimedJob[], isOfOne: boolean): void {
    const kind = this.#kinds.get(wanted.name);
    if (kind === undefined) return;
    const tenants = this.#holdBackTenants(wanted, ask, claimed);
    const held = this.#holdBack(wanted, ask, claimed) || tenants.isAnyHeld;
    if (tenants.hasRoomAgain) {
      this.#lookAtAll(kind, wanted.name);
      return;
    }
    const isScanned = (claimed[0]?.seenOfKind ?? 0) < wanted.free;
    if (!isScanned || isOfOne) return;
    // Everything due was seen; what is left belongs to full keys and is claimed key by key.
    if (kind.wakes === wanted.wakes) kind.isHungry = false;
    if (held) kind.scanFrom = new Date(Math.max(kind.scanFrom.getTime(), ask.at.getTime() - SCAN_OVERLAP_MS));
  }

  /**
   * Marks the keys of which jobs may have been left: those that were full, and those this claim filled while it saw
   * more than it took.
   */
  #holdBack(wanted: WantedKind, ask: Ask, claimed: readonly ClaimedJob[]): boolean {
    if (wanted.limitPerKey === undefined) return false;
    const busy = ask.busy.filter(({ name }) => name === wanted.name);
    const fullBefore = new Set(busy.filter(({ isFull }) => isFull).map(({ concurrencyKey }) => concurrencyKey));
    const taken = new Map(
      busy.map(({ concurrencyKey, running, organizationId }) => [concurrencyKey, { count: running, organizationId }]),
    );
    for (const { concurrencyKey: key, organizationId } of claimed)
      if (key !== undefined) taken.set(key, { count: (taken.get(key)?.count ?? 0) + 1, organizationId });
    // Every job seen was taken: none is left behind in a key that only this claim has filled.
    const isAllTaken = (claimed[0]?.seenOfKind ?? 0) === claimed.length;
    let isAnyHeld = false;
    for (const [name, { count, organizationId }] of taken) {
      if (count < wanted.limitPerKey || (isAllTaken && !fullBefore.has(name))) continue;
      this.#holdingOf({
        name: wanted.name,
        concurrencyKey: name,
        organizationId,
        limit: wanted.limitPerKey,
      }).isHoldingBack = true;
      isAnyHeld = true;
    }
    return isAnyHeld;
  }

  /**
   * Does the same for organizations. Any key of a full organization may have been passed over, so its keys are not
   * asked for by name: all that is due is looked through again once it has room. `hasRoomAgain`: that is so already for
   * one that was full when the claim began.
   */
  #holdBackTenants(
    wanted: WantedKind,
    ask: Ask,
    claimed: readonly ClaimedJob[],
  ): { readonly isAnyHeld: boolean; readonly hasRoomAgain: boolean } {
    const fullBefore = new Set(
      ask.organizations.filter(({ name, isFull }) => name === wanted.name && isFull).map(tenantKey),
    );
    const isAllTaken = (claimed[0]?.seenOfKind ?? 0) === claimed.length;
    let isAnyHeld = false;
    for (const [key, tenant] of this.#tenants) {
      if (tenant.name !== wanted.name || !(fullBefore.has(key) || (tenant.running >= tenant.limit && !isAllTaken)))
        continue;
      tenant.isHoldingBack = !hasRoom(tenant);
      isAnyHeld ||= tenant.isHoldingBack;
    }
    return { isAnyHeld, hasRoomAgain: [...fullBefore].some((key) => this.#tenants.get(key)?.isHoldingBack !== true) };
  }

  #releaseTenant(kind: Kind, { name, organizationId }: ClaimedJob): void {
    const tenant = this.#tenants.get(tenantKey({ name, organizationId }));
    if (tenant === undefined) return;
    tenant.running -= 1;
    if (tenant.isHoldingBack && hasRoom(tenant)) {
      tenant.isHoldingBack = false;
      this.#lookAtAll(kind, name);
    }
    if (tenant.running === 0) this.#tenants.delete(tenantKey(tenant));
  }

  #lookAtAll(kind: Kind, name: string): void {
    kind.scanFrom = EVERYTHING;
    this.wake(name);
  }

  #occupy({ name, concurrencyKey, organizationId }: ClaimedJob): void {
    const kind = this.#kinds.get(name);
    if (kind === undefined) return;
    kind.running += 1;
    const { concurrencyPerKey, organizationConcurrency } = kind.declaration;
    if (concurrencyKey !== undefined && concurrencyPerKey !== undefined)
      this.#holdingOf({ name, concurrencyKey, organizationId, limit: concurrencyPerKey }).running += 1;
    if (organizationConcurrency !== undefined)
      this.#tenantOf({ name, organizationId, limit: organizationConcurrency }).running += 1;
  }

  #letGo(held: Holding): void {
    held.isHoldingBack = false;
    if (held.running === 0) this.#holdings.delete(keyName(held.name, held.concurrencyKey));
  }

  #holdingOf(which: Omit<Holding, 'running' | 'isHoldingBack'>): Holding {
    const key = keyName(which.name, which.concurrencyKey);
    const known = this.#holdings.get(key) ?? { ...which, running: 0, isHoldingBack: false };
    this.#holdings.set(key, known);
    return known;
  }

  #tenantOf(tenant: Omit<Tenant, 'running' | 'isHoldingBack'>): Tenant {
    const known = this.#tenants.get(tenantKey(tenant)) ?? { ...tenant, running: 0, isHoldingBack: false };
    this.#tenants.set(tenantKey(tenant), known);
    return known;
  }

  #concurrencyOf(name: string): number {
    return this.#kinds.get(name)?.declaration.concurrency ?? 0;
  }
}

function keyName(name: string, concurrencyKey: string): string {
  return `${name} ${concurrencyKey}`;
}

function tenantKey({ name, organizationId }: Pick<Tenant, 'name' | 'organizationId'>): string {
  return `${name} ${organizationId}`;
}

/**
 * Worth looking through all that is due: a quarter of its places is free. For every single place that would cost more
 * than it brings.
 */
function hasRoom({ limit, running }: Tenant): boolean {
  return (limit - running) * 4 >= limit;
}
