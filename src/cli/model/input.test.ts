import { expect, test } from 'vitest';
import { commandIn, splitArguments } from './arguments.ts';
import { Feed } from './feed.ts';
import { missingOf, readInput } from './input.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    origin: { type: 'string', pattern: '^[A-Z]{3}$' },
    adults: { type: 'integer', default: 1 },
    codes: { type: 'array', items: { type: 'string', pattern: '^[A-Z]{2}$' } },
    range: { type: 'object', properties: { earliest: { type: 'string' }, latest: { type: 'string' } } },
    travelers: {
      type: 'array',
      items: { type: 'object', properties: { age: { type: 'integer' }, name: { type: 'string' } } },
    },
  },
  required: ['origin', 'adults'],
};

test('options come over the JSON body, and become what the operation wants', () => {
  const given = [
    { path: ['adults'], value: '2' },
    { path: ['codes'], value: 'LH,TP' },
    { path: ['range', 'latest'], value: '12:00' },
  ];
  expect(readInput(SCHEMA, { adults: 1, origin: 'muc', range: { earliest: '08:00' } }, given)).toEqual({
    adults: 2,
    origin: 'MUC',
    codes: ['LH', 'TP'],
    range: { earliest: '08:00', latest: '12:00' },
  });
});

test('a number in a path is a place in a list', () => {
  const given = [
    { path: ['travelers', '1', 'name'], value: 'Ada' },
    { path: ['travelers', '0', 'age'], value: '7' },
  ];
  expect(readInput(SCHEMA, {}, given)).toEqual({ travelers: [{ age: 7 }, { name: 'Ada' }] });
});

test('what is required and has no default is missed', () => {
  expect(missingOf(SCHEMA, {})).toEqual(['origin']);
});

test('names are taken as the contract spells them; places in lists are taken out', () => {
  expect(
    splitArguments([
      'trip',
      '--trip_id=a_b',
      '--travelers.0.first-name',
      'Ada',
      '--range.latest',
      '12:00',
      '--travelers.1.name=X',
      '--',
      '--a_b',
    ]),
  ).toEqual({
    rest: ['trip', '--trip-id=a_b', '--range.latest', '12:00', '--', '--a_b'],
    given: [
      { path: ['travelers', '0', 'first_name'], value: 'Ada' },
      { path: ['travelers', '1', 'name'], value: 'X' },
    ],
  });
});

test('the command is the first word that is no option and no value of one', () => {
  expect(commandIn(['--url', 'http://x', '--json', 'account'], new Set(['--url']))).toBe(3);
  expect(commandIn(['--url', 'http://x'], new Set(['--url']))).toBeUndefined();
});

test('a feed tells each event once, oldest first, late ones too, and never what was there before it began', () => {
  const feed = new Feed<{ readonly event_id: string }>();
  const page = (...ids: readonly string[]) => ids.map((event_id) => ({ event_id }));
  expect(feed.take(page('e5', 'e3'))).toEqual(page('e3', 'e5'));
  expect(feed.take(page('e6', 'e5', 'e4', 'e3', 'e2'))).toEqual(page('e4', 'e6'));
  expect(feed.reaches(page('e9', 'e8'))).toBe(false);
  expect(feed.reaches(page('e9', 'e6'))).toBe(true);
  expect(feed.take(page('e6', 'e5'))).toEqual([]);
});
