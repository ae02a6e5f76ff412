import * as z from 'zod';

/** What a child says to its parent. `metrics` are `getMetricsAsJSON()` of its registry. */
const FromChild = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bly:ready') }),
  z.object({ kind: z.literal('bly:metrics_wanted'), id: z.number() }),
  z.object({ kind: z.literal('bly:metrics'), id: z.number(), metrics: z.array(z.any()) }),
]);
/** What a parent says to a child. */
const FromParent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bly:greet') }),
  /** Another process takes connections on the port since now. */
  z.object({ kind: z.literal('bly:joined') }),
  z.object({ kind: z.literal('bly:metrics_asked'), id: z.number() }),
  z.object({ kind: z.literal('bly:metrics_of_all'), id: z.number(), text: z.string() }),
]);
export type FromChild = z.infer<typeof FromChild>;
export type FromParent = z.infer<typeof FromParent>;

/** Undefined for what is none of ours: the cluster module and libraries talk on the same channel. */
export function readFromChild(message: unknown): FromChild | undefined {
  return FromChild.safeParse(message).data;
}

/** As `readFromChild`, on the other side. */
export function readFromParent(message: unknown): FromParent | undefined {
  return FromParent.safeParse(message).data;
}
