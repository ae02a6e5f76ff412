import { expect, test } from 'vitest';
import { judgeVatId } from './vat-id.ts';

test.each([
  ['DE', 'DE 136 695 976', 'DE136695976'],
  ['GR', 'EL094259216', 'EL094259216'],
  ['FR', 'fr40 303265045', 'FR40303265045'],
  ['CH', 'CHE-107.787.577 MWST', 'CHE107787577MWST'],
  ['NO', 'NO 995 525 828 MVA', 'NO995525828MVA'],
])('a number of %s is taken as people write it: %s', async (country, text, vatId) => {
  expect(await judgeVatId(text, country)).toEqual({ kind: 'valid', vatId });
});

test.each([
  ['DE', 'DE136695978'],
  ['DE', '136695976'],
  ['FR', 'DE136695976'],
  ['IE', ''],
])('of %s, %s is none: a wrong check digit, no prefix, another country', async (country, text) => {
  expect(await judgeVatId(text, country)).toEqual({ kind: 'invalid', problem: expect.stringContaining(country) });
});

test('of countries whose form is not known here a number is taken and said to be unchecked', async () => {
  expect(await judgeVatId('12-3456789', 'US')).toEqual({ kind: 'unchecked', vatId: '123456789' });
});
