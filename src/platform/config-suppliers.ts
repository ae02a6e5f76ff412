import * as z from 'zod';

/** Suppliers an installation can sell through; `sandbox` is the built-in world. */
const SUPPLIER_NAMES = ['sandbox', 'duffel'] as const;
export type SupplierName = (typeof SUPPLIER_NAMES)[number];

/** Which suppliers are sold through, and the installation's own accounts at them. */
export interface SuppliersConfig {
  readonly enabled: readonly SupplierName[];
  readonly duffel: DuffelConfig | undefined;
}

/** Calls made with one account: of a minute, and under way at once in all processes. */
export interface SupplierCallsConfig {
  readonly perMinute: number;
  readonly concurrency: number;
}

/** The installation's own account at Duffel, out of the BLY_DUFFEL_ variables. */
export interface DuffelConfig {
  readonly token: string;
  /** Whether the token sells real tickets. */
  readonly isLive: boolean;
  /** Origin of the API, no trailing slash. */
  readonly baseUrl: string;
  /** Undefined: no events are taken, outcomes are learnt by asking. */
  readonly webhookSecret: string | undefined;
  /** Searches of one UTC day; undefined: as many as Duffel allows. */
  readonly searchesPerDayMax?: number | undefined;
}

/** Where Duffel answers unless BLY_DUFFEL_URL names a stand-in. */
export const DUFFEL_URL = 'https://api.duffel.com';
const LIVE_TOKEN = 'duffel_live_';
/** A token of Duffel's, and what to say of a text that is none. */
export const DUFFEL_TOKEN = /^duffel_(?:test|live)_[0-9A-Za-z_-]{8,200}$/;
export const DUFFEL_TOKEN_PROBLEM = 'must begin with duffel_test_ or duffel_live_';
/** A secret of webhooks as suppliers make them: printable, without spaces. */
export const WEBHOOK_SECRET = /^[\x21-\x7e]{8,500}$/;

/** How variables are read: what is a safe origin (https, or http on loopback), and whole numbers between bounds. */
interface VariableKinds {
  readonly isSafeOrigin: (text: string) => boolean;
  readonly wholeNumber: (min: number, max: number) => z.ZodType<number, string>;
}

/** The variables of suppliers, as `.env.example` explains them. */
export const supplierVariables = ({ isSafeOrigin, wholeNumber }: VariableKinds) => ({
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
  BLY_SUPPLIER_CALLS_AT_ONCE: wholeNumber(1, 1_000).default(20),
  BLY_DUFFEL_SEARCHES_PER_DAY: wholeNumber(1, 100_000_000).optional(),
  BLY_DUFFEL_URL: z.string().refine(isSafeOrigin, 'must be an https origin, or an http one on loopback').optional(),
  BLY_DUFFEL_WEBHOOK_SECRET: z
    .string()
    .regex(WEBHOOK_SECRET, 'must be the secret Duffel showed when the webhook was made')
    .optional(),
});
type SupplierVariables = z.infer<z.ZodObject<ReturnType<typeof supplierVariables>>>;

/**
 * What contradicts itself among these variables, as one line; undefined where nothing does. A rehearsal is production
 * with test keys: everything runs as for real, nothing is sold, and a live key is refused.
 */
export function findSupplierContradiction(variables: SupplierVariables, isProduction: boolean): string | undefined {
  const { BLY_SUPPLIERS: named, BLY_DUFFEL_TOKEN: token, BLY_DUFFEL_URL: url, BLY_REHEARSAL: isRehearsal } = variables;
  const isLive = token === undefined ? undefined : isLiveDuffelToken(token);
  const wantsTest = !isProduction || isRehearsal;
  const rules: readonly (readonly [isBroken: boolean, message: string])[] = [
    [isRehearsal && !isProduction, 'BLY_REHEARSAL is for BLY_ENVIRONMENT=production only.'],
    [
      isProduction && named?.includes('sandbox') === true,
      'BLY_SUPPLIERS names sandbox, which sells nothing real, and BLY_ENVIRONMENT is production.',
    ],
    [
      named?.includes('duffel') === true && token === undefined,
      'BLY_DUFFEL_TOKEN is required: BLY_SUPPLIERS names duffel.',
    ],
    [
      token === undefined &&
        (url ?? variables.BLY_DUFFEL_WEBHOOK_SECRET ?? variables.BLY_DUFFEL_SEARCHES_PER_DAY) !== undefined,
      'BLY_DUFFEL_TOKEN is required with the other BLY_DUFFEL_ variables.',
    ],
    [
      isLive === false && !wantsTest,
      'BLY_DUFFEL_TOKEN is a test token and BLY_ENVIRONMENT is production. To rehearse with it, set BLY_REHEARSAL=1.',
    ],
    [isLive === true && !isProduction, 'BLY_DUFFEL_TOKEN is a live token and BLY_ENVIRONMENT is sandbox.'],
    [isLive === true && isRehearsal, 'BLY_DUFFEL_TOKEN is a live token and BLY_REHEARSAL is set.'],
    [
      !wantsTest && url?.startsWith('http:') === true,
      'BLY_DUFFEL_URL must be an https origin in production: everybody on the way could read the token.',
    ],
  ];
  return rules.find(([isBroken]) => isBroken)?.[1];
}

/**
 * The suppliers that are sold through: those that are named, else the sandbox (outside production) and every supplier
 * whose key is set.
 */
export function toSuppliersConfig(variables: SupplierVariables, isProduction: boolean): SuppliersConfig {
  const duffel = toDuffelConfig(variables);
  const byDefault: readonly SupplierName[] = [
    ...(isProduction ? [] : ['sandbox' as const]),
    ...(duffel === undefined ? [] : ['duffel' as const]),
  ];
  return { enabled: variables.BLY_SUPPLIERS ?? byDefault, duffel };
}

/** Whether a token sells real tickets. */
export function isLiveDuffelToken(token: string): boolean {
  return token.startsWith(LIVE_TOKEN);
}

function toDuffelConfig(variables: SupplierVariables): DuffelConfig | undefined {
  const token = variables.BLY_DUFFEL_TOKEN;
  if (token === undefined) return undefined;
  return {
    token,
    isLive: isLiveDuffelToken(token),
    baseUrl: (variables.BLY_DUFFEL_URL ?? DUFFEL_URL).replace(/\/$/, ''),
    webhookSecret: variables.BLY_DUFFEL_WEBHOOK_SECRET,
    searchesPerDayMax: variables.BLY_DUFFEL_SEARCHES_PER_DAY,
  };
}
