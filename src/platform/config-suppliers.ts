import * as z from 'zod';

/** Suppliers an installation can sell through; `sandbox` is the built-in world. */
const SUPPLIER_NAMES = ['sandbox', 'duffel', 'liteapi'] as const;
export type SupplierName = (typeof SUPPLIER_NAMES)[number];

/** Which suppliers are sold through, and the installation's own accounts at them. */
export interface SuppliersConfig {
  readonly enabled: readonly SupplierName[];
  readonly duffel: KeyedSupplierConfig | undefined;
  readonly liteapi?: KeyedSupplierConfig | undefined;
}

/** Calls made with one account: of a minute, and under way at once in all processes. */
export interface SupplierCallsConfig {
  readonly perMinute: number;
  readonly concurrency: number;
  /** Calls of a second under a key of LiteAPI's sandbox; undefined: no such limit. */
  readonly liteapiSandboxPerSecond?: number;
}

/** The installation's own account at a supplier, out of the BLY_DUFFEL_ or the BLY_LITEAPI_ variables. */
interface KeyedSupplierConfig {
  readonly token: string;
  /** Whether the token sells what is real. */
  readonly isLive: boolean;
  /** What the paths of its API are appended to, no trailing slash. */
  readonly baseUrl: string;
  /** Undefined: no events are taken, outcomes are learnt by asking. */
  readonly webhookSecret: string | undefined;
  /** Searches of one UTC day; undefined: as many as the supplier allows. */
  readonly searchesPerDayMax?: number | undefined;
  /** Of LiteAPI; undefined: the card stored with the account. */
  readonly paidFrom?: LiteapiPayment | undefined;
}

/** Where Duffel answers unless BLY_DUFFEL_URL names a stand-in. */
export const DUFFEL_URL = 'https://api.duffel.com';
const LIVE_TOKEN = 'duffel_live_';
/** A token of Duffel's, and what to say of a text that is none. */
export const DUFFEL_TOKEN = /^duffel_(?:test|live)_[0-9A-Za-z_-]{8,200}$/;
export const DUFFEL_TOKEN_PROBLEM = 'must begin with duffel_test_ or duffel_live_';
/** Where LiteAPI answers about hotels and rates, unless BLY_LITEAPI_URL names a stand-in for all its hosts. */
export const LITEAPI_URL = 'https://api.liteapi.travel/v3.0';
const LITEAPI_SANDBOX_KEY = 'sand_';
/** A key of LiteAPI's, and what to say of a text that is none. Keys of its sandbox begin with `sand_`. */
export const LITEAPI_KEY = /^[0-9A-Za-z_-]{8,200}$/;
export const LITEAPI_KEY_PROBLEM = 'must be a key of LiteAPI: letters, digits, - and _';
/** What LiteAPI takes the price of a booking from: a card it has stored, a prepaid wallet, a credit line. */
export const LITEAPI_PAYMENTS = ['card', 'wallet', 'credit'] as const;
export type LiteapiPayment = (typeof LITEAPI_PAYMENTS)[number];
/** A secret of webhooks as suppliers make them: printable, without spaces. */
export const WEBHOOK_SECRET = /^[\x21-\x7e]{8,500}$/;

/**
 * How variables are read: what is a safe origin (https, or http on loopback), the same with a path, and whole numbers
 * between bounds.
 */
interface VariableKinds {
  readonly isSafeOrigin: (text: string) => boolean;
  readonly isSafeAddress: (text: string) => boolean;
  readonly wholeNumber: (min: number, max: number) => z.ZodType<number, string>;
}

/** The variables of suppliers, as `.env.example` explains them. */
export const supplierVariables = ({ isSafeOrigin, isSafeAddress, wholeNumber }: VariableKinds) => ({
  BLY_SUPPLIERS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(SUPPLIER_NAMES, `must be a comma-separated list of ${SUPPLIER_NAMES.join(', ')}`)))
    .optional(),
  BLY_REHEARSAL: z
    .enum(['0', '1'], 'must be 0 or 1')
    .transform((text) => text === '1')
    .default(false),
  BLY_DUFFEL_TOKEN: z.string().regex(DUFFEL_TOKEN, DUFFEL_TOKEN_PROBLEM).optional(),
  BLY_SUPPLIER_CALLS_PER_MINUTE: wholeNumber(1, 100_000).default(120),
  BLY_OBSERVED_FARES_MAX: wholeNumber(1_000, 1_000_000_000).default(10_000_000),
  BLY_WARM_FARES_PER_NIGHT: wholeNumber(0, 100_000).optional(),
  /** LiteAPI's own limit. */
  BLY_LITEAPI_SANDBOX_CALLS_PER_SECOND: wholeNumber(1, 1_000).default(5),
  BLY_SUPPLIER_CALLS_AT_ONCE: wholeNumber(1, 1_000).default(20),
  BLY_DUFFEL_SEARCHES_PER_DAY: wholeNumber(1, 100_000_000).optional(),
  BLY_DUFFEL_URL: z.string().refine(isSafeOrigin, 'must be an https origin, or an http one on loopback').optional(),
  BLY_DUFFEL_WEBHOOK_SECRET: z
    .string()
    .regex(WEBHOOK_SECRET, 'must be the secret Duffel showed when the webhook was made')
    .optional(),
  BLY_LITEAPI_KEY: z.string().regex(LITEAPI_KEY, LITEAPI_KEY_PROBLEM).optional(),
  BLY_LITEAPI_PAID_FROM: z.enum(LITEAPI_PAYMENTS, `must be one of ${LITEAPI_PAYMENTS.join(', ')}`).optional(),
  BLY_LITEAPI_SEARCHES_PER_DAY: wholeNumber(1, 100_000_000).optional(),
  BLY_LITEAPI_URL: z
    .string()
    .refine(isSafeAddress, 'must be an https address without query, or an http one on loopback')
    .optional(),
  BLY_LITEAPI_WEBHOOK_TOKEN: z
    .string()
    .regex(WEBHOOK_SECRET, 'must be 8 to 500 printable characters without spaces')
    .optional(),
});
type SupplierVariables = z.infer<z.ZodObject<ReturnType<typeof supplierVariables>>>;

/**
 * What contradicts itself among these variables, as one line; undefined where nothing does. A rehearsal is production
 * with test keys: everything runs as for real, nothing is sold, and a live key is refused.
 */
export function findSupplierContradiction(variables: SupplierVariables, isProduction: boolean): string | undefined {
  const { BLY_SUPPLIERS: named, BLY_REHEARSAL: isRehearsal } = variables;
  const rules: readonly Rule[] = [
    [isRehearsal && !isProduction, 'BLY_REHEARSAL is for BLY_ENVIRONMENT=production only.'],
    [
      isProduction && named?.includes('sandbox') === true,
      'BLY_SUPPLIERS names sandbox, which sells nothing real, and BLY_ENVIRONMENT is production.',
    ],
    ...keyRules(keyVariablesOf('duffel', variables), variables, isProduction),
    ...keyRules(keyVariablesOf('liteapi', variables), variables, isProduction),
  ];
  return rules.find(([isBroken]) => isBroken)?.[1];
}

type Rule = readonly [isBroken: boolean, message: string];

type KeyedSupplierName = Exclude<SupplierName, 'sandbox'>;

/** What the variables of each keyed supplier are called, and what its keys are. */
const KEYED = {
  duffel: {
    prefix: 'BLY_DUFFEL_',
    keyVariable: 'BLY_DUFFEL_TOKEN',
    urlVariable: 'BLY_DUFFEL_URL',
    webhookVariable: 'BLY_DUFFEL_WEBHOOK_SECRET',
    searchesVariable: 'BLY_DUFFEL_SEARCHES_PER_DAY',
    word: 'token',
    isLiveKey: isLiveDuffelToken,
  },
  liteapi: {
    prefix: 'BLY_LITEAPI_',
    keyVariable: 'BLY_LITEAPI_KEY',
    urlVariable: 'BLY_LITEAPI_URL',
    webhookVariable: 'BLY_LITEAPI_WEBHOOK_TOKEN',
    searchesVariable: 'BLY_LITEAPI_SEARCHES_PER_DAY',
    word: 'key',
    isLiveKey: isLiveLiteapiKey,
  },
} as const satisfies Record<KeyedSupplierName, unknown>;

/** The variables of one keyed supplier, and what they are called. */
interface KeyVariables {
  readonly supplier: KeyedSupplierName;
  readonly prefix: string;
  /** The variable of the key, and what its supplier calls one. */
  readonly keyVariable: string;
  readonly word: string;
  readonly key: string | undefined;
  readonly isLive: boolean;
  readonly url: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly searchesPerDayMax: number | undefined;
  readonly paidFrom?: LiteapiPayment | undefined;
}

function keyVariablesOf(supplier: KeyedSupplierName, variables: SupplierVariables): KeyVariables {
  const { prefix, keyVariable, urlVariable, webhookVariable, searchesVariable, word, isLiveKey } = KEYED[supplier];
  const key = variables[keyVariable];
  return {
    supplier,
    prefix,
    keyVariable,
    word,
    key,
    isLive: key !== undefined && isLiveKey(key),
    url: variables[urlVariable],
    webhookSecret: variables[webhookVariable],
    searchesPerDayMax: variables[searchesVariable],
    ...(supplier === 'liteapi' && { paidFrom: variables.BLY_LITEAPI_PAID_FROM }),
  };
}

function keyRules(
  { supplier, prefix, keyVariable, word, key, isLive, ...others }: KeyVariables,
  { BLY_SUPPLIERS: named, BLY_REHEARSAL: isRehearsal }: SupplierVariables,
  isProduction: boolean,
): readonly Rule[] {
  const wantsTest = !isProduction || isRehearsal;
  const hasOthers = (others.url ?? others.webhookSecret ?? others.searchesPerDayMax ?? others.paidFrom) !== undefined;
  const isNamed = named?.includes(supplier) === true;
  const hasKey = key !== undefined;
  return [
    [isNamed && !hasKey, `${keyVariable} is required: BLY_SUPPLIERS names ${supplier}.`],
    [!hasKey && hasOthers, `${keyVariable} is required with the other ${prefix} variables.`],
    [
      hasKey && !isLive && !wantsTest,
      `${keyVariable} is a test ${word} and BLY_ENVIRONMENT is production. To rehearse with it, set BLY_REHEARSAL=1.`,
    ],
    [
      hasKey && !isLive && others.paidFrom === 'credit',
      `BLY_LITEAPI_PAID_FROM is credit, which is real money, and ${keyVariable} is a test key.`,
    ],
    [isLive && !isProduction, `${keyVariable} is a live ${word} and BLY_ENVIRONMENT is sandbox.`],
    [isLive && isRehearsal, `${keyVariable} is a live ${word} and BLY_REHEARSAL is set.`],
    [
      !wantsTest && others.url?.startsWith('http:') === true,
      `${prefix}URL must be https in production: everybody on the way could read the ${word}.`,
    ],
  ];
}

/**
 * The suppliers that are sold through: those that are named, else the sandbox (outside production) and every supplier
 * whose key is set.
 */
export function toSuppliersConfig(variables: SupplierVariables, isProduction: boolean): SuppliersConfig {
  const duffel = toKeyedConfig(keyVariablesOf('duffel', variables), DUFFEL_URL);
  const liteapi = toKeyedConfig(keyVariablesOf('liteapi', variables), LITEAPI_URL);
  const byDefault: readonly SupplierName[] = [
    ...(isProduction ? [] : ['sandbox' as const]),
    ...(duffel === undefined ? [] : ['duffel' as const]),
    ...(liteapi === undefined ? [] : ['liteapi' as const]),
  ];
  return { enabled: variables.BLY_SUPPLIERS ?? byDefault, duffel, liteapi };
}

/** Most searches of a night where the operator names no number. */
const WARM_FARES_MAX = 1_000;
/** Of a day's searches: a quarter of the fifth that discovery may use. */
const WARM_FARES_SHARE = 1 / 20;

/**
 * Searches a night for fares that were asked for most: as many as are named, else a twentieth of
 * BLY_DUFFEL_SEARCHES_PER_DAY, at most 1,000. Without that number none: nobody has said what searches may cost.
 */
export function toWarmFaresPerNight(variables: SupplierVariables): number {
  const searchesPerDay = variables.BLY_DUFFEL_SEARCHES_PER_DAY ?? 0;
  return variables.BLY_WARM_FARES_PER_NIGHT ?? Math.min(WARM_FARES_MAX, Math.floor(searchesPerDay * WARM_FARES_SHARE));
}

/** Whether a token of Duffel's sells real tickets. */
export function isLiveDuffelToken(token: string): boolean {
  return token.startsWith(LIVE_TOKEN);
}

/** Whether a key of LiteAPI's books real rooms. */
export function isLiveLiteapiKey(key: string): boolean {
  return !key.startsWith(LITEAPI_SANDBOX_KEY);
}

function toKeyedConfig(
  { key, isLive, url, webhookSecret, searchesPerDayMax, paidFrom }: KeyVariables,
  defaultUrl: string,
): KeyedSupplierConfig | undefined {
  if (key === undefined) return undefined;
  const baseUrl = (url ?? defaultUrl).replace(/\/$/, '');
  return { token: key, isLive, baseUrl, webhookSecret, searchesPerDayMax, ...(paidFrom && { paidFrom }) };
}
