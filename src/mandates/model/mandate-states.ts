import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of a mandate. That it has run out of time is never stored: it follows from `validUntil`. `exhausted`: all of
 * its budget is spent, or all of its trips are made.
 */
export const mandateLifecycle = defineLifecycle('A mandate', {
  proposed: ['active', 'declined', 'revoked'],
  active: ['exhausted', 'revoked'],
  exhausted: [],
  revoked: [],
  declined: [],
});
export type StoredMandateStatus = StateOf<typeof mandateLifecycle>;

/**
 * The life of one use of a mandate's budget. `open`: reserved before the processor is called, until it is known what
 * became of the payment.
 */
export const executionLifecycle = defineLifecycle('An execution', {
  open: ['spent', 'released'],
  spent: [],
  released: [],
});
export type ExecutionStatus = StateOf<typeof executionLifecycle>;

/** The life of a proposal. `requested`: it waits for a person. That it has run out follows from its time. */
export const proposalLifecycle = defineLifecycle('A proposal', {
  open: ['requested', 'approved', 'declined'],
  requested: ['approved', 'declined'],
  approved: [],
  declined: [],
});
export type ProposalStatus = StateOf<typeof proposalLifecycle>;
