import { expect, test } from 'vitest';
import { readTable } from '../../src/reference/csv-tables.ts';
import { STAY_FACILITIES } from '../../src/reference/stay-features.ts';

test('the numbers of facilities are those of the market, one for one', () => {
  const rows = readTable('data/world', 'stay_facilities.csv', ['facility_id', 'name']);
  expect(STAY_FACILITIES).toEqual(rows.map((row) => ({ id: row.number('facility_id'), name: row.get('name') })));
});
