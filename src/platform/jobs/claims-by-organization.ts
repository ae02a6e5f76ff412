import type { OrganizationId } from '../ids.ts';
import type { Claims, ClaimTools } from './claims.ts';
import type { Ask } from './slots.ts';
import { claimJobs, type ClaimedJob } from './store-claim.ts';
import { listDueKinds, listOrganizationsWithLostJobs } from './store-due.ts';
import { reapLostJobs } from './store-runs.ts';

/** Organizations whose due jobs of one kind are noted at once; the next look finds the others. */
const NOTED_PER_KIND_MAX = 200;

/**
 * On a distributed database, where a statement that locks rows goes to one node. One look at all nodes says which
 * organizations have due jobs, whatever their number; then those are served one after the other, each on its own node.
 * Jobs that this process has queued itself need no look: their organization is known.
 */
export class ClaimsByOrganization implements Claims {
  readonly #tools: ClaimTools;
  readonly #names: readonly string[];
  /** The kinds of which an organization may have due jobs; who was served goes to the end. */
  readonly #due = new Map<OrganizationId, Set<string>>();
  #mustLook = true;

  constructor(tools: ClaimTools, names: readonly string[]) {
    this.#tools = tools;
    this.#names = names;
  }

  get isLookDue(): boolean {
    return this.#mustLook;
  }

  lookFor(name: string, organizationId: OrganizationId): void {
    const names = this.#due.get(organizationId);
    if (names === undefined) this.#due.set(organizationId, new Set([name]));
    else names.add(name);
  }

  lookAtAll(): void {
    this.#mustLook = true;
  }

  async claim(): Promise<number> {
    const { slots, now, db } = this.#tools;
    if (this.#mustLook) {
      this.#mustLook = false;
      const found = await listDueKinds(db, { names: this.#names, now: now(), limit: NOTED_PER_KIND_MAX });
      for (const { organizationId, name } of found) this.lookFor(name, organizationId);
    }
    let count = 0;
    for (const organizationId of this.#organizations(slots.ask(now()))) count += await this.#claimOf(organizationId);
    if (!this.#mustLook) slots.rest(this.#names.filter((name) => this.#countDue(name) === 0));
    return count;
  }

  async reap(): Promise<number> {
    const { db } = this.#tools;
    let count = 0;
    for (const organizationId of await listOrganizationsWithLostJobs(db))
      count += await reapLostJobs(db, false, organizationId);
    return count;
  }

  /** Who may have something to run: those noted, and those whose full concurrency keys have room again. */
  #organizations(ask: Ask | undefined): readonly OrganizationId[] {
    if (ask === undefined) return [];
    return [...new Set([...this.#due.keys(), ...ask.keys.map(({ organizationId }) => organizationId)])];
  }

  async #claimOf(organizationId: OrganizationId): Promise<number> {
    const { db, slots, worker, now, run } = this.#tools;
    const whole = slots.ask(now());
    const ask = whole && this.#partOf(whole, organizationId);
    if (ask === undefined || (ask.kinds.length === 0 && ask.keys.length === 0)) return 0;
    // What is queued from here on is noted anew, whatever this claim still sees of it.
    const names = this.#due.get(organizationId);
    for (const { name } of ask.kinds) names?.delete(name);
    const claimed = await claimJobs(db, { ...ask, worker, now: ask.at, organizationId });
    slots.accept(ask, claimed, true);
    this.#noteLeft(organizationId, ask, claimed);
    for (const job of claimed) run(job);
    return claimed.length;
  }

  /** The part of an ask that is this organization's: of a kind that others wait for, its share of the free places. */
  #partOf(ask: Ask, organizationId: OrganizationId): Ask {
    const isOwn = (item: { readonly organizationId: OrganizationId }): boolean =>
      item.organizationId === organizationId;
    const names = this.#due.get(organizationId);
    return {
      at: ask.at,
      kinds: ask.kinds
        .filter(({ name }) => names?.has(name) === true)
        .map((kind) => ({ ...kind, free: Math.ceil(kind.free / this.#countDue(kind.name)) })),
      keys: ask.keys.filter(isOwn),
      busy: ask.busy.filter(isOwn),
      organizations: ask.organizations.filter(isOwn),
    };
  }

  #noteLeft(organizationId: OrganizationId, ask: Ask, claimed: readonly ClaimedJob[]): void {
    const names = this.#due.get(organizationId) ?? new Set();
    this.#due.delete(organizationId);
    for (const { name, free } of ask.kinds) {
      const seen = claimed.find((job) => job.name === name)?.seenOfKind ?? 0;
      if (seen >= free) names.add(name);
    }
    if (names.size > 0) this.#due.set(organizationId, names);
  }

  #countDue(name: string): number {
    let count = 0;
    for (const names of this.#due.values()) if (names.has(name)) count += 1;
    return count;
  }
}
