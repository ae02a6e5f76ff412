import { expect, test } from 'vitest';
import { areDefinite } from './proven-refusal.ts';

const KNOWN = new Set(['offer_expired']);

test.each([
  [['offer_expired'], true],
  [['offer_expired', 'validation_required'], true],
  [['offer_expired', 'something_new'], false],
  [['invalid_offer_id'], true],
  [['not_invalid_at_all'], false],
  [[], false],
] as const)('%j proves that nothing was done: %s', (codes, isProof) => {
  expect(areDefinite(codes, KNOWN)).toBe(isProof);
});
