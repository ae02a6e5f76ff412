import * as z from 'zod';

/** Whether the work of the operation is done though the answer does not say so. */
const Effect = z.object({ effect: z.boolean().default(false) });

/** What can go wrong on the way of an answer, for every operation of every stub. */
export const TransportFault = z.discriminatedUnion('kind', [
  /** The connection stays silent: for `seconds` of real time before the answer, else until the caller leaves. */
  Effect.extend({ kind: z.literal('hang'), seconds: z.number().positive().optional() }),
  /** The connection is torn before a byte of the answer. */
  Effect.extend({ kind: z.literal('reset') }),
  /** A page of a proxy instead of the answer. */
  Effect.extend({ kind: z.literal('html'), status: z.int().min(200).max(599).default(502) }),
  /** A complete HTTP answer whose JSON ends in the middle. */
  Effect.extend({ kind: z.literal('cut_json') }),
  /** The connection is torn in the middle of the body. */
  Effect.extend({ kind: z.literal('cut_body') }),
  /** An answer of this many megabytes. */
  Effect.extend({ kind: z.literal('huge'), megabytes: z.number().positive().max(200).default(40) }),
  /** The right answer, so many milliseconds of real time late. */
  z.object({ kind: z.literal('slow'), milliseconds: z.int().positive() }),
  /** The right answer, in `chunks` pieces with a pause of real time before each. */
  z.object({
    kind: z.literal('drip'),
    chunks: z.int().min(2).max(10_000).default(20),
    milliseconds: z.int().positive().default(100),
  }),
]);
export type TransportFault = z.infer<typeof TransportFault>;

/** Whether the operation is carried out before the fault shows. */
export function hasEffect(fault: TransportFault): boolean {
  return fault.kind === 'slow' || fault.kind === 'drip' || fault.effect;
}
