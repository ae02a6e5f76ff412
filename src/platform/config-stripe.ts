import * as z from 'zod';

/** How Stripe is reached, out of the BLY_STRIPE_ variables. */
export interface StripeConfig {
  readonly secretKey: string;
  /** Whether the key moves real money. */
  readonly isLive: boolean;
  /** Undefined: callbacks are not taken, outcomes are learnt by asking. */
  readonly webhookSecret: string | undefined;
  /** An origin in place of Stripe's own. */
  readonly apiBase: string | undefined;
}

/** The variables of Stripe, as `.env.example` explains them. */
export const stripeVariables = (isSafeOrigin: (text: string) => boolean) => ({
  BLY_STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_[0-9A-Za-z_]+$/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  BLY_STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[0-9A-Za-z+/=_-]+$/, 'must begin with whsec_')
    .optional(),
  BLY_STRIPE_API_BASE: z
    .string()
    .refine(isSafeOrigin, 'must be an https origin, or an http one on loopback')
    .optional(),
});
type StripeVariables = z.infer<z.ZodObject<ReturnType<typeof stripeVariables>>>;

/** What contradicts itself among these variables, as one line; undefined where nothing does. */
export function findStripeContradiction(
  variables: StripeVariables & { readonly BLY_REHEARSAL: boolean },
  isProduction: boolean,
): string | undefined {
  const stripeKey = variables.BLY_STRIPE_SECRET_KEY;
  const isReal = isProduction && !variables.BLY_REHEARSAL;
  if (isReal && stripeKey !== undefined && !isLiveKey(stripeKey))
    return 'BLY_STRIPE_SECRET_KEY is a test key and BLY_ENVIRONMENT is production. To rehearse with it, set BLY_REHEARSAL=1.';
  if (!isProduction && stripeKey !== undefined && isLiveKey(stripeKey))
    return 'BLY_STRIPE_SECRET_KEY is a live key and BLY_ENVIRONMENT is sandbox.';
  if (variables.BLY_REHEARSAL && stripeKey !== undefined && isLiveKey(stripeKey))
    return 'BLY_STRIPE_SECRET_KEY is a live key and BLY_REHEARSAL is set.';
  if (isProduction && stripeKey !== undefined && variables.BLY_STRIPE_WEBHOOK_SECRET === undefined)
    return 'BLY_STRIPE_WEBHOOK_SECRET is required with BLY_STRIPE_SECRET_KEY in production.';
  if (isReal && variables.BLY_STRIPE_API_BASE !== undefined)
    return 'BLY_STRIPE_API_BASE is for tests and rehearsals only.';
  if (stripeKey === undefined && (variables.BLY_STRIPE_WEBHOOK_SECRET ?? variables.BLY_STRIPE_API_BASE) !== undefined)
    return 'BLY_STRIPE_SECRET_KEY is required with the other BLY_STRIPE_ variables.';
  return undefined;
}

/** Undefined without a key. */
export function toStripeConfig(variables: StripeVariables): StripeConfig | undefined {
  const secretKey = variables.BLY_STRIPE_SECRET_KEY;
  if (secretKey === undefined) return undefined;
  return {
    secretKey,
    isLive: isLiveKey(secretKey),
    webhookSecret: variables.BLY_STRIPE_WEBHOOK_SECRET,
    apiBase: variables.BLY_STRIPE_API_BASE,
  };
}

function isLiveKey(secretKey: string): boolean {
  return /^[sr]k_live_/.test(secretKey);
}
