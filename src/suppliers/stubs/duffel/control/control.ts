import * as z from 'zod';
import { type Account, createAccount, type DuffelState } from '../account.ts';
import type { FaultSwitch } from '../../fault-switches.ts';
import type { LoggedCall } from '../call-log.ts';
import { DuffelFault, OPERATIONS, type Operation } from '../faults.ts';
import type { Offer } from '../objects.ts';
import type { StoredSearch } from '../search/offer-shelf.ts';
import { changeSettings, StubSettings } from '../settings.ts';

/** A fault switch as it is set: the fault, the operation it is for, how often it strikes. */
export const NewFault = z.strictObject({
  operation: z.enum([...OPERATIONS, '*']),
  fault: DuffelFault,
  times: z.int().min(1).optional(),
  skip: z.int().min(0).optional(),
});

/** What can be set and seen of one key, in the process or over `/_stub/`. */
export interface AccountControl {
  readonly settings: StubSettings;
  /** Changes some settings; throws for those that do not exist. */
  set(change: Partial<StubSettings>): StubSettings;
  /** Sets a fault switch: it strikes `times` calls after the first `skip`, or all until it is removed. */
  addFault(fault: z.input<typeof NewFault>): FaultSwitch<DuffelFault>;
  faults(): readonly FaultSwitch<DuffelFault>[];
  removeFault(id: string): boolean;
  clearFaults(): void;
  /** How often each operation was called. */
  calls(): Readonly<Partial<Record<Operation, number>>>;
  recentCalls(): readonly LoggedCall[];
  forgetCalls(): void;
  searches(): readonly StoredSearch[];
  /** Every offer that was found and is not forgotten. */
  offers(): readonly Offer[];
  /** Back to an account as it was when it was new. */
  reset(): void;
}

/** The controls of one key; a key that is not known becomes one. */
export function createControl(state: DuffelState, token: string): AccountControl {
  const account = accountOf(state, token);
  return {
    get settings() {
      return account.settings;
    },
    set(change) {
      account.settings = changeSettings(account.settings, change);
      return account.settings;
    },
    addFault: (fault) => account.switches.add(NewFault.parse(fault)),
    faults: () => account.switches.list(),
    removeFault: (id) => account.switches.remove(id),
    clearFaults: () => account.switches.clear(),
    calls: () => account.calls.counts(),
    recentCalls: () => account.calls.recent(),
    forgetCalls: () => account.calls.reset(),
    searches: () => account.shelf.searches(),
    offers: () =>
      account.shelf.searches().flatMap((search) => account.shelf.offersOf(search).map(({ offer }) => offer)),
    reset() {
      account.settings = StubSettings.parse({});
      account.switches.clear();
      account.calls.reset();
      account.shelf.reset();
      account.batches.clear();
    },
  };
}

function accountOf({ accounts }: DuffelState, token: string): Account {
  const known = accounts.get(token);
  if (known !== undefined) return known;
  const made = createAccount(token);
  accounts.set(token, made);
  return made;
}
