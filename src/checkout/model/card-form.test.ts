import { describe, expect, test } from 'vitest';
import { readCardForm } from './card-form.ts';

const now = new Date('2026-11-20T12:00:00Z');
const good = {
  card_number: '4242 4242 4242 4242',
  card_expiry: '09 / 28',
  card_security_code: '123',
  card_holder: 'Nellie Bly',
};

describe('the card form', () => {
  test('reads a card as people type it', () => {
    expect(readCardForm(good, now)).toEqual({
      kind: 'card',
      card: { number: '4242424242424242', securityCode: '123', holder: 'Nellie Bly', expiryMonth: 9, expiryYear: 2028 },
    });
    expect(readCardForm({ ...good, card_expiry: '0928' }, now)).toMatchObject({
      kind: 'card',
      card: { expiryMonth: 9, expiryYear: 2028 },
    });
    expect(readCardForm({ ...good, card_expiry: '9-2028' }, now)).toMatchObject({
      kind: 'card',
      card: { expiryYear: 2028 },
    });
  });

  test('names every missing field at once', () => {
    expect(readCardForm({}, now)).toEqual({
      kind: 'problems',
      problems: [
        { field: 'number', kind: 'missing' },
        { field: 'expiry', kind: 'missing' },
        { field: 'security_code', kind: 'missing' },
        { field: 'holder', kind: 'missing' },
      ],
    });
  });

  test('catches a typing error in the number and a month that does not exist', () => {
    expect(readCardForm({ ...good, card_number: '4242424242424241', card_expiry: '13/28' }, now)).toEqual({
      kind: 'problems',
      problems: [
        { field: 'number', kind: 'invalid' },
        { field: 'expiry', kind: 'invalid' },
      ],
    });
  });

  test('a card is good in its last month and expired in the next', () => {
    expect(readCardForm({ ...good, card_expiry: '11/26' }, now).kind).toBe('card');
    expect(readCardForm({ ...good, card_expiry: '10/26' }, now)).toEqual({
      kind: 'problems',
      problems: [{ field: 'expiry', kind: 'expired' }],
    });
  });
});
