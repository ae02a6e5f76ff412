import { expect, test } from 'vitest';
import { moneyOf, textOf } from './cells.ts';
import { presentAnswer } from './present.ts';
import { renderTable } from './table.ts';

const plain = (text: string): string => text;
const screen = { widthMax: 80, heading: plain, dim: plain };

test.each([
  [{ value: 9_387, currency: 'USD', decimal_places: 2 }, '93.87 USD'],
  [{ amount: 1_234_567, currency: 'JPY', decimal_places: 0 }, '1,234,567 JPY'],
  [{ total: -5, currency: 'KWD', decimal_places: 3 }, '−0.005 KWD'],
  [{ value: 1.5, currency: 'USD', decimal_places: 2 }, undefined],
])('%j is %s', (value, text) => {
  expect(moneyOf(value)).toBe(text);
});

test('texts cannot move the cursor or hide what stands behind them', () => {
  expect(textOf('Hotel\u001b[2J\u202eevil\r\nX')).toBe('Hotel [2J evil X');
});

test('a table that is too wide loses the ends of its widest texts, never of an id', () => {
  const columns = [
    { header: 'Id', cells: ['trip_0123456789'], isWhole: true },
    { header: 'What', cells: ['Munich to Lisbon, 5 Jan 2027'] },
    { header: 'Price', cells: ['9.00 EUR'], isRight: true },
    { header: 'Empty', cells: [''] },
  ];
  expect(renderTable(columns, 40, plain)).toEqual([
    'Id               What              Price',
    'trip_0123456789  Munich to Li…  9.00 EUR',
  ]);
});

test('spare columns go first, the last of them before the others, and only where there is no room', () => {
  const columns = [
    { header: 'A', cells: ['a'.repeat(12)] },
    { header: 'B', cells: ['b'.repeat(10)], isSpare: true },
    { header: 'C', cells: ['cc'] },
    { header: 'D', cells: ['d'.repeat(10)], isSpare: true },
  ];
  const headers = (width: number) => (renderTable(columns, width, plain)[0] ?? '').split(/ +/).join('');
  expect([40, 39, 28, 27, 16, 15].map(headers)).toEqual(['ABCD', 'ABC', 'ABC', 'AC', 'AC', 'AC']);
  expect(renderTable(columns, 15, plain)[1]).toBe(`${'a'.repeat(10)}…  cc`);
});

test('an answer without a rule shows its own fields and its list', () => {
  const answer = {
    name: 'Bly',
    meta: {},
    next_page_token: 'abc',
    members: [{ user_id: 'user_1', role: 'owner', is_new: true }],
  };
  expect(presentAnswer('list_members', answer, screen)).toBe(
    'name  Bly\n\nuser id  role   is new\nuser_1   owner  yes\n\nMore: --page-token abc',
  );
  expect(presentAnswer('list_events', { events: [] }, screen)).toBe('Nothing there.');
});

test('a secret that is shown once is shown whole', () => {
  const secret = `whsec_${'A'.repeat(80)}`;
  expect(presentAnswer('create_webhook', { id: 1, url: 'https://example.com', secret }, screen)).toContain(secret);
});
