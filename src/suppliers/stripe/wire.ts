import * as z from 'zod';

/** What we read of Stripe's answers. Fields we do not know are left alone; a word we do not know reads as `other`. */
const Id = z.string().min(1).max(255);
const Word = z.string().max(100).nullish();

/** Why an attempt failed. */
const StripeDecline = z.object({ code: Word, decline_code: Word });

const Charge = z.object({
  payment_method_details: z
    .object({
      card: z
        .object({
          capture_before: z.int().nullish(),
          brand: Word,
          last4: z.string().nullish(),
          wallet: z.object({ type: Word }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

/** One attempt at money: `POST /v1/payment_intents` and what a session makes when it is paid. */
export const StripeIntent = z.object({
  id: Id,
  status: z
    .enum([
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
    ])
    .or(z.string().transform(() => 'other' as const)),
  /** Unix seconds. */
  created: z.int(),
  amount: z.int(),
  currency: z.string().length(3),
  amount_received: z.int(),
  last_payment_error: StripeDecline.nullish(),
  /** An id where it was not expanded. */
  latest_charge: Charge.or(z.string().transform(() => undefined)).nullish(),
});
export type StripeIntent = z.infer<typeof StripeIntent>;

/** A shared payment token, read by the seller it was granted to. */
export const StripeGrantedToken = z.object({
  id: Id,
  deactivated_reason: Word,
  usage_limits: z
    .object({ currency: z.string().length(3), max_amount: z.int(), expires_at: z.int().nullish() })
    .nullish(),
  usage_details: z
    .object({
      amount_captured: z
        .int()
        .or(z.object({ value: z.int() }).transform(({ value }) => value))
        .nullish(),
    })
    .nullish(),
});
export type StripeGrantedToken = z.infer<typeof StripeGrantedToken>;

/** A hosted page for one payment. */
export const StripeSession = z.object({
  id: Id,
  url: z.url().nullish(),
  status: z.enum(['open', 'complete', 'expired']).or(z.string().transform(() => 'other' as const)),
  /** Null until the payer has tried to pay; an id where it was not expanded. */
  payment_intent: StripeIntent.or(z.string().transform(() => undefined)).nullish(),
});
export type StripeSession = z.infer<typeof StripeSession>;

/** Money given back. */
export const StripeRefund = z.object({
  id: Id,
  status: z.string().nullish(),
  amount: z.int(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
export type StripeRefund = z.infer<typeof StripeRefund>;
export const StripeRefunds = z.object({ data: z.array(StripeRefund) });

/** What a signed callback says happened: the object matters only for whose payment it is. */
export const StripeEvent = z.object({
  id: Id,
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: Id, metadata: z.record(z.string(), z.string()).nullish() }) }),
});
export type StripeEvent = z.infer<typeof StripeEvent>;
