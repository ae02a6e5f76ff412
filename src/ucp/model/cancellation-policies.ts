import * as z from 'zod';
import { describeMoney } from '../../travel/money.ts';
import type { PresentedTrip } from '../presented-api.ts';

/** What cancelling or changing one line costs, as `policies[]` says it. */
export interface LinePolicy {
  readonly type: string;
  readonly description: { readonly plain: string };
  /** JSONPath of the line. */
  readonly applies_to: readonly [string];
}

const Amount = z.looseObject({ amount: z.int(), currency: z.string() });
const FareRule = z.looseObject({
  rule_type: z.string(),
  is_allowed: z.boolean(),
  penalty_fee: Amount.nullable(),
  penalty_fee_known: z.literal(false).optional(),
});
const FareTerms = z.looseObject({
  is_refundable: z.boolean().nullish(),
  is_changeable: z.boolean().nullish(),
  fare_rules: z.array(FareRule).default([]),
});

/**
 * The terms of every line, in words for people: the same as long as the lines are, for a signed checkout is compared by
 * its content. What a supplier does not state is said not to be stated, never left out and never free.
 */
export function presentPolicies({ items }: Pick<PresentedTrip, 'items'>, type: string): readonly LinePolicy[] {
  return items.map((item, index) => ({
    type,
    description: { plain: describeTerms(item) },
    applies_to: [`$.line_items[${index}]`],
  }));
}

function describeTerms({ type, details, service_fee: fee }: PresentedTrip['items'][number]): string {
  if (type === 'flight') return describeFare(FareTerms.safeParse(details).data ?? { fare_rules: [] });
  const terms = type === 'hotel' ? describeRooms(details.rooms ?? []) : describeSchedule(details);
  return fee === undefined ? terms : `${terms} The service fee does not come back.`;
}

function describeFare({ is_refundable, is_changeable, fare_rules: rules }: z.infer<typeof FareTerms>): string {
  const of = (type: string) => rules.filter(({ rule_type, is_allowed }) => rule_type === type && is_allowed);
  return `Cancelling: ${describeFee(is_refundable, of('refund'))}. Changing: ${describeFee(is_changeable, of('change'))}.`;
}

/** The dearest fee of all steps that allow it: what is true until the last moment. */
function describeFee(isAllowed: boolean | null | undefined, rules: readonly z.infer<typeof FareRule>[]): string {
  if (typeof isAllowed !== 'boolean') return 'the airline does not state whether and at what cost';
  if (!isAllowed) return 'not possible';
  if (rules.length === 0 || rules.some(({ penalty_fee_known }) => penalty_fee_known === false))
    return 'possible, at a cost that the airline does not state';
  const [dearest] = rules
    .flatMap(({ penalty_fee }) => penalty_fee ?? [])
    .toSorted((one, other) => other.amount - one.amount);
  if (dearest === undefined || dearest.amount === 0) return 'free of charge';
  return `possible, for at most ${describeMoney({ value: dearest.amount, currency: dearest.currency })} for each traveler`;
}

function describeRooms(rooms: NonNullable<PresentedTrip['items'][number]['details']['rooms']>): string {
  const texts = rooms.map((room) => ({ name: room.room_name, terms: describeSchedule(room) }));
  const isOne = new Set(texts.map(({ terms }) => terms)).size === 1;
  return isOne ? (texts[0]?.terms ?? '') : texts.map(({ name, terms }) => `${name}: ${terms}`).join(' ');
}

interface Scheduled {
  readonly is_refundable?: boolean | null | undefined;
  readonly cancellation_schedule?:
    | readonly {
        readonly cancel_time: string;
        readonly amount_money: { readonly value: number; readonly currency: string };
      }[]
    | null
    | undefined;
}

function describeSchedule({ is_refundable: isRefundable, cancellation_schedule: steps }: Scheduled): string {
  if (isRefundable === false) return 'Cancelling: nothing comes back.';
  if (!steps) return 'Cancelling: its supplier does not state what that costs.';
  const [first] = steps;
  if (first === undefined) return 'Cancelling: free of charge.';
  const costs = steps.map(({ cancel_time: from, amount_money: cost }) => `from ${from} on ${describeMoney(cost)}`);
  return `Cancelling: free of charge until ${first.cancel_time}, ${costs.join(', ')}.`;
}
