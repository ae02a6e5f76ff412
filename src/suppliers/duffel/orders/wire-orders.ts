import * as z from 'zod';

/** What is read of Duffel's answers about orders. Unknown fields and words are left alone. */
const Id = z.string().min(1).max(100);
const Text = z.string().max(200);

const Segment = z.object({
  id: Id,
  origin: z.object({ iata_code: Text }),
  destination: z.object({ iata_code: Text }),
  departing_at: z.string().min(16).max(40),
  marketing_carrier: z.object({ iata_code: Text.nullish(), name: Text }),
  marketing_carrier_flight_number: Text,
});
/** Directions as far as their flights are named. */
export const Slices = z.array(z.object({ segments: z.array(Segment).min(1) })).min(1);
export type WireSlices = z.infer<typeof Slices>;

const Service = z.object({
  id: Id,
  type: Text,
  maximum_quantity: z.int(),
  passenger_ids: z.array(Id),
  segment_ids: z.array(Id),
  total_amount: Text,
  total_currency: Text,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
export type WireService = z.infer<typeof Service>;

/** An offer as far as an order is made of it. */
export const OrderableOffer = z.object({
  id: Id,
  total_amount: Text,
  total_currency: Text,
  expires_at: z.string(),
  passengers: z.array(z.object({ id: Id, type: Text.nullish(), age: z.int().nullish() })).min(1),
  supported_passenger_identity_document_types: z.array(Text).nullish(),
  supported_loyalty_programmes: z.array(Text).nullish(),
  slices: Slices,
  available_services: z.array(Service).nullish(),
});
export type OrderableOffer = z.infer<typeof OrderableOffer>;

const Seat = z.object({
  designator: Text,
  available_services: z
    .array(z.object({ id: Id, passenger_id: Id, total_amount: Text, total_currency: Text }))
    .nullish(),
});
export type WireSeatService = NonNullable<z.infer<typeof Seat>['available_services']>[number];
/** A seat, or something else that stands in its place: that has no designator and nothing to sell. */
const Element = Seat.or(z.unknown().transform(() => undefined));

/** The seat maps of an offer as far as seats are bought from them. */
export const SeatServices = z.array(
  z.object({
    segment_id: Id,
    cabins: z.array(
      z.object({
        rows: z.array(z.object({ sections: z.array(z.object({ elements: z.array(Element) })) })),
      }),
    ),
  }),
);
export type SeatServices = z.infer<typeof SeatServices>;

const Ticket = z.object({ type: Text, unique_identifier: Text, passenger_ids: z.array(Id) });
/** Documents we cannot read are none that we could name. */
const Documents = z
  .array(Ticket.or(z.unknown().transform(() => undefined)))
  .transform((list) => list.filter((one) => one !== undefined))
  .nullish();

/** An order as it is read. */
export const DuffelOrder = z.object({
  id: Id,
  offer_id: Id.nullish(),
  booking_reference: Text,
  created_at: z.string().nullish(),
  cancelled_at: z.string().nullish(),
  void_window_ends_at: z.string().nullish(),
  total_amount: Text,
  total_currency: Text,
  documents: Documents,
  passengers: z.array(z.object({ id: Id })),
  slices: Slices,
  airline_initiated_changes: z.array(z.unknown()).nullish(),
  changes: z.array(z.unknown()).nullish(),
  cancellation: z.object({ refund_amount: Text.nullish(), refund_currency: Text.nullish() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
export type DuffelOrder = z.infer<typeof DuffelOrder>;

/** What the creation of an order answered: its id, and the order where all of it could be read. */
export interface CreatedOrder {
  readonly orderId: string | undefined;
  readonly order: DuffelOrder | undefined;
}

/** Reads the `data` of a created order. An answer that is not complete may still name it. */
export function readCreatedOrder(data: unknown): CreatedOrder | undefined {
  const named = z.object({ id: Id.nullish() }).safeParse(data);
  if (!named.success) return undefined;
  return { orderId: named.data.id ?? undefined, order: readAs(DuffelOrder)(data) };
}

/** Orders of a list; one that cannot be read hides none of the others. */
export const OrderList = z.array(DuffelOrder.or(z.unknown().transform(() => 'unreadable' as const)));

/** What giving an order up would bring, and whether that was confirmed. */
export const OrderCancellation = z.object({
  id: Id,
  order_id: Id,
  confirmed_at: z.string().nullish(),
  refund_amount: Text.nullish(),
  refund_currency: Text.nullish(),
  refund_to: Text.nullish(),
});
export type OrderCancellation = z.infer<typeof OrderCancellation>;

/** An event, as its callback and its read bring it. `object` is small and differs by type. */
export const DuffelEvent = z.object({
  id: Id,
  type: Text,
  live_mode: z.boolean(),
  data: z.object({ object: z.object({ id: Id.nullish(), order_id: Id.nullish(), offer_id: Id.nullish() }) }),
});
export type DuffelEvent = z.infer<typeof DuffelEvent>;

/** A reader of `data` by a schema, as `DuffelRequest.read` wants it. */
export function readAs<T>(schema: z.ZodType<T>): (data: unknown) => T | undefined {
  return (data) => schema.safeParse(data).data;
}
