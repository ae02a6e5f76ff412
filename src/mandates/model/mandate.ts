import * as z from 'zod';
import type { MandateId, OrganizationId } from '../../platform/ids.ts';
import { type Money, money } from '../../travel/money.ts';
import { RuleSchema } from './rules.ts';
import type { StoredMandateStatus } from './mandate-states.ts';

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

const MinorUnits = z.int().min(0);
/** How much dearer a trip may become between a person's yes and its execution. */
const PriceIncrease = z.union([
  z.strictObject({ percent: z.number().min(0).max(100) }),
  z.strictObject({ amount: MinorUnits }),
]);

/**
 * What a mandate allows, as it is stored and as a person grants it. All amounts are minor units of `currency`. An
 * absent limit limits nothing.
 */
export const TermsSchema = z.strictObject({
  currency: z.string().length(3),
  /** Of all trips together, over the life of the mandate. */
  budget: z.int().min(1),
  perTrip: MinorUnits.optional(),
  perItem: MinorUnits.optional(),
  /** In each calendar day, week from Monday, or month, in UTC. */
  perPeriod: z.strictObject({ amount: MinorUnits, period: z.enum(PERIODS) }).optional(),
  tripsMax: z.int().min(1).optional(),
  /** A dearer trip is put to a person, although it is within the limits. */
  askAbove: MinorUnits.optional(),
  priceIncreaseMax: PriceIncrease.optional(),
  onPartial: z.enum(['all_or_nothing', 'keep_confirmed']),
  rules: z.array(RuleSchema),
});
export type Terms = z.infer<typeof TermsSchema>;

/** What may use a mandate: one key, or one program in the name of one user. */
export interface Agent {
  readonly kind: 'api_key' | 'program' | 'user';
  /** The key's id, what the program's grant is known by, or the user's id. */
  readonly id: string;
  /** As people know it: the key's name, or what the program calls itself. */
  readonly name: string;
}

/** A person's permission to an agent to buy within limits. */
export interface Mandate {
  readonly organizationId: OrganizationId;
  readonly mandateId: MandateId;
  readonly status: StoredMandateStatus;
  readonly agent: Agent;
  /** The name and the reason that its requester gave: quoted to people, never trusted. */
  readonly name: string;
  readonly reason: string | undefined;
  readonly terms: Terms;
  readonly validFrom: Date;
  readonly validUntil: Date;
  /** Minor units of the terms' currency: held for executions under way, and spent by those that ended. */
  readonly reserved: number;
  readonly spent: number;
  /** Executions that are open or have spent. */
  readonly tripsUsed: number;
  readonly decision: Decision | undefined;
  readonly endedReason: string | undefined;
  readonly createdAt: Date;
  readonly endedAt: Date | undefined;
}

/** Who said yes or no, and how they proved who they are. */
export interface Decision {
  /** A user's id, or `admin` or `sandbox`. */
  readonly by: string;
  readonly at: Date;
  /**
   * How the person was authenticated at that moment (OpenID's acr): `pwd`, with a second factor `pwd+otp`;
   * `none` in the sandbox and for `admin`.
   */
  readonly acr: string;
  readonly reason?: string | undefined;
}

/** As callers see it. */
export type MandateStatus = StoredMandateStatus | 'expired';

/** The status at a moment: what is proposed or active ends with its time. */
export function statusAt({ status, validUntil }: Mandate, now: Date): MandateStatus {
  return (status === 'proposed' || status === 'active') && now >= validUntil ? 'expired' : status;
}

/** What of the budget neither is held nor spent. */
export function remainingOf({ terms, reserved, spent }: Pick<Mandate, 'terms' | 'reserved' | 'spent'>): Money {
  return money(terms.budget - reserved - spent, terms.currency);
}

/** Whether nothing can be bought with it any more: all is spent, or every trip is made and none is under way. */
export function isUsedUp({ terms, spent, tripsUsed }: Mandate, hasOpenExecution: boolean): boolean {
  const areTripsMade = terms.tripsMax !== undefined && tripsUsed >= terms.tripsMax && !hasOpenExecution;
  return spent >= terms.budget || areTripsMade;
}

/** The first moment of the period that holds `now`, in UTC. */
export function periodStart(period: Period, now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  switch (period) {
    case 'day':
      return new Date(Date.UTC(year, month, day));
    case 'week':
      return new Date(Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7)));
    case 'month':
      return new Date(Date.UTC(year, month, 1));
    default:
      return period satisfies never;
  }
}
