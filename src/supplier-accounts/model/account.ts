import type { LiteapiPayment } from '../../platform/config-suppliers.ts';
import {
  DUFFEL_TOKEN,
  DUFFEL_TOKEN_PROBLEM,
  DUFFEL_URL,
  isLiveDuffelToken,
  isLiveLiteapiKey,
  LITEAPI_KEY,
  LITEAPI_KEY_PROBLEM,
  LITEAPI_URL,
} from '../../platform/config-suppliers.ts';
import type { Config } from '../../platform/config.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { KeyedSupplier } from '../../suppliers/common/account.ts';
import type { SuppliedKind } from '../../suppliers/calls/find-supplier.ts';

/** Suppliers that an organization may have an account of its own at. */
export const KEYED_SUPPLIERS = ['duffel', 'liteapi'] as const satisfies readonly KeyedSupplier[];

/** What each of them sells here. */
export const KINDS_OF = { duffel: ['flight'], liteapi: ['hotel'] } as const satisfies Record<
  KeyedSupplier,
  readonly SuppliedKind[]
>;

/** What each calls the key that its calls are made with, here and in `credentials`. */
export const KEY_WORD = { duffel: 'token', liteapi: 'key' } as const satisfies Record<KeyedSupplier, string>;

/** Accounts of one organization that are not deleted. */
export const accountsMax = 20;

/** What the owner of an account allows. */
export interface AccountSettings {
  readonly kinds: readonly SuppliedKind[];
  /** Searches of one UTC day; undefined: as many as the supplier allows. */
  readonly searchesPerDayMax: number | undefined;
  /** Of LiteAPI: what it takes the price of a booking from; undefined: the card stored with the account. */
  readonly paidFrom?: LiteapiPayment | undefined;
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
  const { pattern, problem } = FORMS[supplier];
  if (!pattern.test(token)) return problem;
  if (fitsInstallation(isLiveToken(supplier, token), mode)) return undefined;
  const word = KEY_WORD[supplier];
  if (mode.environment === 'sandbox') return `is a live ${word}, and this is a sandbox: use a test ${word}`;
  return mode.isRehearsal
    ? `is a live ${word}, and this installation rehearses: use a test ${word}`
    : `is a test ${word}, and this installation sells for real: use a live ${word}`;
}

/** How a key looks, what to say of a text that is none, and where its supplier is. */
const FORMS = {
  duffel: { pattern: DUFFEL_TOKEN, problem: DUFFEL_TOKEN_PROBLEM, isLive: isLiveDuffelToken, url: DUFFEL_URL },
  liteapi: { pattern: LITEAPI_KEY, problem: LITEAPI_KEY_PROBLEM, isLive: isLiveLiteapiKey, url: LITEAPI_URL },
} as const satisfies Record<KeyedSupplier, object>;

/** Whether a token sells what is real. */
export function isLiveToken(supplier: KeyedSupplier, token: string): boolean {
  return FORMS[supplier].isLive(token);
}

/** Whether an installation knows a supplier at all: it has an account of its own there. */
export function isConnected(supplier: KeyedSupplier, { suppliers }: Pick<Config, 'suppliers'>): boolean {
  return suppliers[supplier] !== undefined;
}

/** Where the accounts of a supplier are called: the stand-in that the installation names, else the supplier itself. */
export function baseUrlOf(supplier: KeyedSupplier, { suppliers }: Pick<Config, 'suppliers'>): string {
  return suppliers[supplier]?.baseUrl ?? FORMS[supplier].url;
}
