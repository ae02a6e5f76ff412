import { expect, test } from 'vitest';
import { HOTEL_TYPES } from '../../simulator/stays/content/hotel-types.ts';
import { readTable } from '../../src/reference/csv-tables.ts';
import { STAY_FACILITIES, STAY_TYPES } from '../../src/reference/stay-features.ts';

test('the numbers of facilities and kinds of houses are those of the market, one for one', () => {
  const rows = readTable('data/world', 'stay_facilities.csv', ['facility_id', 'name']);
  expect(STAY_FACILITIES).toEqual(rows.map((row) => ({ id: row.number('facility_id'), name: row.get('name') })));
  expect(STAY_TYPES).toEqual(HOTEL_TYPES.map(({ id, name }) => ({ id, name })));
});
