import { expect } from 'vitest';
import * as z from 'zod';
import type { Answer } from '../service/service.ts';
import { expectOfficial, hasDraftSchemas } from './official-schemas.ts';

const amount = z.int();
const totals = z.array(z.strictObject({ type: z.string(), display_text: z.string(), amount }));
const outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percentage'), buyer_bps: z.int().min(0).max(10_000) }),
  z.strictObject({ kind: z.literal('fixed_fee'), penalty: z.strictObject({ amount: amount.min(0) }) }),
]);
const policy = z.strictObject({
  type: z.literal('dev.ucp.lodging.policy.cancellation'),
  description: z.strictObject({ plain: z.string().min(1) }),
  applies_to: z.array(z.string().regex(/^\$\.stays\[\d\]$/)),
  refundability: z.enum(['refundable', 'partially_refundable', 'non_refundable']),
  schedule: z
    .strictObject({
      anchor: z.iso.datetime({ offset: true }),
      tiers: z
        .array(z.strictObject({ until: z.string().regex(/^P(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?$/), outcome }))
        .min(1),
      after_last_tier: outcome,
    })
    .optional(),
});
const person = {
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
  phone_number: z.string().optional(),
};
const stay = z.strictObject({
  id: z.string(),
  accommodation_type: z.strictObject({
    id: z.string(),
    title: z.string().min(1),
    description: z.string().optional(),
    capacity: z
      .strictObject({ adults: amount.optional(), children: amount.optional(), total: amount.min(1).optional() })
      .optional(),
  }),
  rate_plan: z.strictObject({ id: z.string(), title: z.string().min(1), description: z.string().min(1) }),
  stay_dates: z.strictObject({ start_date: z.iso.date(), end_date: z.iso.date() }),
  occupancy: z.strictObject({
    total: amount.min(1),
    adults: amount,
    children: amount,
    child_ages: z.array(amount).optional(),
  }),
  guest_assignments: z.array(z.strictObject({ guest_id: z.string(), role: z.string().optional() })).optional(),
  totals,
});

/** All that a booking session may say, and nothing else. */
const bookingShape = z.strictObject({
  ucp: z.looseObject({ version: z.literal('2026-08-25'), status: z.literal('success') }),
  id: z.string(),
  status: z.enum([
    'incomplete',
    'requires_escalation',
    'ready_for_complete',
    'complete_in_progress',
    'completed',
    'canceled',
  ]),
  property: z.strictObject({
    id: z.string(),
    name: z.string(),
    address: z.strictObject({
      street_address: z.string(),
      address_locality: z.string(),
      address_country: z.string().length(2),
      postal_code: z.string().optional(),
    }),
  }),
  stays: z.array(stay).min(1),
  booker: z.strictObject(person).optional(),
  guests: z.array(z.strictObject({ id: z.string(), ...person, age: amount.optional() })).optional(),
  currency: z.string().length(3),
  totals,
  payment: z
    .strictObject({
      selected_term_id: z.string(),
      terms: z.tuple([
        z.looseObject({ id: z.string(), title: z.string(), schedules: z.array(z.looseObject({ amount })).min(1) }),
      ]),
    })
    .optional(),
  messages: z
    .array(z.looseObject({ type: z.enum(['error', 'warning']), code: z.string(), content: z.string() }))
    .optional(),
  policies: z.array(policy).optional(),
  links: z.array(z.strictObject({ type: z.string(), url: z.url(), title: z.string() })),
  expires_at: z.iso.datetime(),
  continue_url: z.url().optional(),
  confirmation: z.strictObject({ id: z.string(), label: z.string(), permalink_url: z.url() }).optional(),
});

/**
 * Expects an answer to be a booking session in a state: by the shape above, by the draft's schemas where there is a
 * copy, and by the rules that no schema says. Answers the session.
 */
export function expectBooking(answer: Pick<Answer, 'body' | 'text'>, status: string): Answer['body'] {
  const { body, text } = answer;
  expect([body.status, body.messages]).toEqual([status, body.messages]);
  expect(bookingShape.safeParse(body).error?.issues ?? []).toEqual([]);
  if (hasDraftSchemas) expectOfficial('lodging/policy_cancellation.json#/$defs/dev.ucp.lodging.booking', body);
  expect(text).not.toContain('spt_test');
  for (const rows of [body.totals, ...body.stays.map((one: { totals: unknown }) => one.totals)]) expectSum(rows);
  const total = body.totals.at(-1).amount;
  for (const term of body.payment?.terms ?? [])
    expect(term.schedules.reduce((sum: number, part: { amount: number }) => sum + part.amount, 0)).toBe(total);
  expect(body.confirmation !== undefined).toBe(status === 'completed');
  if (status === 'requires_escalation') expect(body.continue_url).toBeDefined();
  if (['ready_for_complete', 'complete_in_progress', 'completed'].includes(status)) expectLead(body);
  return body;
}

function expectSum(rows: readonly { readonly type: string; readonly amount: number }[]): void {
  expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining(['subtotal', 'total']));
  const addends = rows.filter(({ type }) => type !== 'total').reduce((sum, row) => sum + row.amount, 0);
  expect(rows.at(-1)).toMatchObject({ type: 'total', amount: addends });
}

/** Somebody is named in whose name the reservation is, and somebody can be written to. */
function expectLead({ booker, guests = [], stays }: Answer['body']): void {
  const leads = stays
    .flatMap(({ guest_assignments: assigned = [] }: Answer['body']) => assigned)
    .flatMap(({ guest_id: id, role }: Answer['body']) => (role === 'primary' ? [id] : []));
  const people = [booker ?? {}, ...guests.filter(({ id }: Answer['body']) => leads.includes(id))];
  expect(people.some(({ first_name: first, last_name: last }) => first && last)).toBe(true);
  expect(people.some(({ email, phone_number: phone }) => email ?? phone)).toBe(true);
}
