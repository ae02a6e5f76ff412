import { expect, test } from 'vitest';
import { asId } from '../../platform/ids.ts';
import { medianOf, toStayObservation } from './observed-stay.ts';

const search = {
  organizationId: asId('organization', 'org_nellie'),
  cityCode: 'LIS',
  checkIn: '2027-03-05',
  nights: 3,
  adults: 2,
  rooms: 1,
  seenOn: '2026-11-22',
};
const at = new Date('2026-11-22T10:00:00Z');

test('a search is one row: the lowest and the middle of what its hotels ask for', () => {
  expect(toStayObservation({ ...search, nightly: [9_000, 30_000, 7_000, 8_001] }, at)).toEqual({
    ...search,
    lowestPrice: 7_000,
    medianPrice: 8_501,
    hotels: 4,
    observedAt: at,
  });
  expect(toStayObservation({ ...search, nightly: [9_000, 30_000, 7_000] }, at)).toMatchObject({
    lowestPrice: 7_000,
    medianPrice: 9_000,
    hotels: 3,
  });
});

test('no hotels, or only such as cost nothing, are no row', () => {
  expect(toStayObservation({ ...search, nightly: [] }, at)).toBeUndefined();
  expect(toStayObservation({ ...search, nightly: [0, 0] }, at)).toBeUndefined();
  expect(toStayObservation({ ...search, nightly: [0, 500] }, at)).toMatchObject({
    lowestPrice: 500,
    medianPrice: 500,
    hotels: 1,
  });
  expect(medianOf([])).toBeUndefined();
});
