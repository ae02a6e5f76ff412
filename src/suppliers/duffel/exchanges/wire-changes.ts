import * as z from 'zod';

/** What is read of Duffel's answers about changes of orders. Unknown fields and words are left alone. */
const Id = z.string().min(1).max(100);
const Text = z.string().max(200);
const slicesMax = 8;
const offersMax = 200;

/** A direction as it was sent: `mapOffer` reads the rest of it. */
const WireSlice = z.looseObject({
  id: Id,
  origin: z.looseObject({ iata_code: Text }),
  destination: z.looseObject({ iata_code: Text }),
});

/** An order as far as a change is made of it. */
export const ChangeableOrder = z.object({
  id: Id,
  cancelled_at: z.string().nullish(),
  total_amount: Text,
  total_currency: Text,
  owner: z.unknown(),
  passengers: z.array(z.object({ id: Id, type: Text.nullish() })).min(1),
  slices: z
    .array(WireSlice.extend({ changeable: z.boolean().nullish() }))
    .min(1)
    .max(slicesMax),
  available_actions: z.array(Text).nullish(),
  changes: z.array(z.unknown()).nullish(),
});
export type ChangeableOrder = z.infer<typeof ChangeableOrder>;

/** The money of a change. The penalty has one of two names. */
const Money = {
  change_total_amount: Text.nullish(),
  change_total_currency: Text.nullish(),
  new_total_amount: Text.nullish(),
  new_total_currency: Text.nullish(),
  penalty_total_amount: Text.nullish(),
  penalty_total_currency: Text.nullish(),
  penalty_amount: Text.nullish(),
  penalty_currency: Text.nullish(),
  refund_to: Text.nullish(),
  expires_at: z.string().nullish(),
};
const MoneyShape = z.object(Money);
export type WireChangeMoney = z.infer<typeof MoneyShape>;

const Offer = z.object({
  id: Id,
  ...Money,
  slices: z.object({
    add: z.array(WireSlice).max(slicesMax),
    remove: z.array(z.object({ id: Id })).max(slicesMax),
  }),
});
/** One way to change an order, or a change that was chosen: both look alike. */
export type WireChange = z.infer<typeof Offer>;

/** The offers of a change request; one that cannot be read hides none of the others. */
export const ChangeRequest = z.object({
  order_change_offers: z.array(Offer.or(z.unknown().transform(() => 'unreadable' as const))).max(offersMax),
});

/** A change that was chosen. */
export const OrderChange = Offer.extend({ order_id: Id, confirmed_at: z.string().nullish() });
export type OrderChange = z.infer<typeof OrderChange>;
