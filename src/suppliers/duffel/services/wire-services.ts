import * as z from 'zod';
import { DuffelOrder, Slices } from '../orders/wire-orders.ts';

/** What is read of Duffel's answers about services of orders. Unknown fields and words are left alone. */
const Id = z.string().min(1).max(100);
const Text = z.string().max(200);

/** A bag, a seat or an extra that stands in an order. */
const BookedService = z.object({
  id: Id,
  type: Text,
  quantity: z.int().min(0),
  passenger_ids: z.array(Id),
  segment_ids: z.array(Id),
  metadata: z.looseObject({ designator: Text.nullish(), type: Text.nullish() }).nullish(),
});
export type BookedService = z.infer<typeof BookedService>;

/** An order as far as something is added to it. */
export const ServicedOrder = DuffelOrder.extend({ slices: Slices, services: z.array(BookedService).nullish() });
export type ServicedOrder = z.infer<typeof ServicedOrder>;

/** One wanted service as an order shows it once it has it. Holds nothing of a person. */
const Wanted = z.object({
  type: z.enum(['baggage', 'seat']),
  passengerId: Id,
  segmentIds: z.array(Id),
  quantity: z.int().min(1),
  /** Of a seat. */
  designator: Text.optional(),
  /** Of a bag: `checked`, `carry_on`. */
  bagType: Text.optional(),
});
export type WantedInOrder = z.infer<typeof Wanted>;

/** What is stored of a call that adds services: with the order it says what became of it. */
const Addition = z.object({
  /** Duffel's id of the order, and the services and the total it had before. */
  orderId: Id,
  before: z.array(Id),
  totalBefore: Text,
  wanted: z.array(Wanted),
});
export type Addition = z.infer<typeof Addition>;

/** What was stored of an addition; undefined where it cannot be read. */
export function readAddition(stored: unknown): Addition | undefined {
  return Addition.safeParse(stored).data;
}
