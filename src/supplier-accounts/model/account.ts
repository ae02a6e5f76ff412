import { DUFFEL_TOKEN, DUFFEL_TOKEN_PROBLEM, DUFFEL_URL, isLiveDuffelToken } from '../../platform/config-suppliers.ts';
import type { Config } from '../../platform/config.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { KeyedSupplier } from '../../suppliers/common/account.ts';
import type { SuppliedKind } from '../../suppliers/calls/find-supplier.ts';

/** Suppliers that an organization may have an account of its own at. */
export const KEYED_SUPPLIERS = ['duffel'] as const satisfies readonly KeyedSupplier[];

/** What each of them sells here. */
export const KINDS_OF = { duffel: ['flight'] } as const satisfies Record<KeyedSupplier, readonly SuppliedKind[]>;

/** Accounts of one organization that are not deleted. */
export const accountsMax = 20;

/** What the owner of an account allows. */
export interface AccountSettings {
  readonly kinds: readonly SuppliedKind[];
  /** Searches of one UTC day; undefined: as many as the supplier allows. */
  readonly searchesPerDayMax: number | undefined;
}

/** The keys of an account, in the clear. */
export interface Credentials {
  readonly token: string;
  readonly webhookSecret: string | undefined;
}

/** An account as it is stored: everything but its keys. */
export interface StoredAccount {
  readonly organizationId: OrganizationId;
  readonly accountId: string;
  readonly supplier: KeyedSupplier;
  readonly credentialsSealed: string;
  /** The end of the token, by which its owner recognises it. */
  readonly lastFour: string;
  readonly hasWebhookSecret: boolean;
  readonly isLive: boolean;
  readonly settings: AccountSettings;
  /** Whether it is sold through. What was booked with it is serviced with it either way. */
  readonly isEnabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** It sells nothing more, and its row goes once nothing open needs it. */
  readonly deletedAt: Date | undefined;
}

/** Which kind of keys an installation sells with. */
export type InstallationMode = Pick<Config, 'environment' | 'isRehearsal'>;

/** Whether a key of this mode may be used: live keys in production, test keys in the sandbox and in rehearsals. */
export function fitsInstallation(isLive: boolean, { environment, isRehearsal }: InstallationMode): boolean {
  return isLive === (environment === 'production' && !isRehearsal);
}

/** What is wrong with a token, by its text alone; undefined where nothing is. It never repeats the token. */
export function findTokenProblem(supplier: KeyedSupplier, token: string, mode: InstallationMode): string | undefined {
  if (!DUFFEL_TOKEN.test(token)) return DUFFEL_TOKEN_PROBLEM;
  if (fitsInstallation(isLiveToken(supplier, token), mode)) return undefined;
  if (mode.environment === 'sandbox') return 'is a live token, and this is a sandbox: use a test token';
  return mode.isRehearsal
    ? 'is a live token, and this installation rehearses: use a test token'
    : 'is a test token, and this installation sells for real: use a live token';
}

/** Whether a token sells real tickets. */
export function isLiveToken(supplier: KeyedSupplier, token: string): boolean {
  switch (supplier) {
    case 'duffel':
      return isLiveDuffelToken(token);
    default:
      return supplier satisfies never;
  }
}

/** Whether an installation knows a supplier at all: it has an account of its own there. */
export function isConnected(supplier: KeyedSupplier, { suppliers }: Pick<Config, 'suppliers'>): boolean {
  return suppliers[supplier] !== undefined;
}

/** Where the accounts of a supplier are called: the stand-in that the installation names, else the supplier itself. */
export function baseUrlOf(supplier: KeyedSupplier, { suppliers }: Pick<Config, 'suppliers'>): string {
  switch (supplier) {
    case 'duffel':
      return suppliers.duffel?.baseUrl ?? DUFFEL_URL;
    default:
      return supplier satisfies never;
  }
}
