import * as z from 'zod';
import { toObjects } from '../mapping/read-json.ts';
import { type KnownFlights, readSlice, type WireSlice } from '../mapping/wire-offers.ts';

const Id = z.string().min(1).max(100);
const Text = z.string().max(200);

/** A change that an airline made of an order. Directions are read apart: see `readSlices`. */
export const AirlineChange = z.object({
  id: Id,
  created_at: z.iso.datetime(),
  action_taken: Text.nullish(),
  added: z.array(z.unknown()),
  removed: z.array(z.unknown()),
  available_actions: z.array(Text).nullish(),
});
export type AirlineChange = z.infer<typeof AirlineChange>;

/** Changes by themselves, as the list of an order's has them. */
export const AirlineChanges = z.array(AirlineChange);

/** An order as far as its flights go, with its airline's changes where they come along. */
export const ChangedOrder = z.object({
  id: Id,
  cancelled_at: z.string().nullish(),
  slices: z.array(z.unknown()),
  airline_initiated_changes: AirlineChanges.nullish(),
});
export type ChangedOrder = z.infer<typeof ChangedOrder>;

/** Reads directions. Throws UnreadableOffer where one of them lacks what we need, or is none. */
export function readSlices(values: readonly unknown[], flights: KnownFlights): readonly WireSlice[] {
  return (toObjects(values) ?? []).map((slice) => readSlice(slice, flights));
}
