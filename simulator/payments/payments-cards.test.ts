import { describe, expect, test } from 'vitest';
import { judgeCard, judgeSharedToken } from './payments-cards.ts';

const now = new Date('2026-06-15T12:00:00Z');
const judge = (number: string, overrides: { expiryMonth?: number; expiryYear?: number; securityCode?: string } = {}) =>
  judgeCard(
    { number, expiryMonth: 12, expiryYear: 2030, securityCode: '123', holder: 'Nellie Bly', ...overrides },
    now,
  );

describe('test cards mean what they mean at Stripe', () => {
  test.each([
    ['4242424242424242', { kind: 'authorised' }],
    ['4242 4242 4242 4242', { kind: 'authorised' }],
    ['4000000000000002', { kind: 'declined', reason: 'card_declined' }],
    ['4000000000009995', { kind: 'declined', reason: 'insufficient_funds' }],
    ['4000000000000119', { kind: 'declined', reason: 'processing_error' }],
    ['4000002500003155', { kind: 'challenge', after: 'authorised' }],
    ['4000008400001629', { kind: 'challenge', after: 'card_declined' }],
    ['5555555555554444', { kind: 'declined', reason: 'test_card_required' }],
    ['4242424242424241', { kind: 'declined', reason: 'incorrect_number' }],
    ['', { kind: 'declined', reason: 'incorrect_number' }],
  ])('%s', (number, verdict) => {
    expect(judge(number)).toEqual(verdict);
  });

  test('the field that is wrong is named', () => {
    expect(judge('4242424242424242', { expiryMonth: 13 })).toEqual({
      kind: 'declined',
      reason: 'invalid_expiry_month',
    });
    expect(judge('4242424242424242', { expiryYear: 1999 })).toEqual({
      kind: 'declined',
      reason: 'invalid_expiry_year',
    });
    expect(judge('4242424242424242', { expiryYear: 2026, expiryMonth: 5 })).toEqual({
      kind: 'declined',
      reason: 'expired_card',
    });
    expect(judge('4242424242424242', { securityCode: '12' })).toEqual({ kind: 'declined', reason: 'invalid_cvc' });
  });

  test('a card is good until the last day of its month, and a two-digit year is of this century', () => {
    expect(judge('4242424242424242', { expiryYear: 2026, expiryMonth: 6 })).toEqual({ kind: 'authorised' });
    expect(judge('4242424242424242', { expiryYear: 30 })).toEqual({ kind: 'authorised' });
  });

  test('shared tokens, and one nobody knows', () => {
    expect(judgeSharedToken('spt_test_ok')).toEqual({ kind: 'authorised' });
    expect(judgeSharedToken('spt_test_step_up')).toEqual({ kind: 'challenge', after: 'authorised' });
    expect(judgeSharedToken('spt_test_declined')).toEqual({ kind: 'declined', reason: 'card_declined' });
    expect(judgeSharedToken('constructor')).toEqual({ kind: 'declined', reason: 'card_declined' });
  });
});
