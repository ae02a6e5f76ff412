import { expect, test } from 'vitest';
import { aHotel, aRate, aRental, aStay } from '../../../test/support/products/products.ts';
import { describeRental, presentRentalDetails } from './describe-rental.ts';
import { describeStay, presentStayDetails } from './describe-stay.ts';

test('a stay in one line: hotel, city, nights, dates, and what each room is', () => {
  expect(describeStay(aStay())).toBe(
    'Hotel Miramar, Lisbon: 5 nights, 3 Oct – 8 Oct 2026, Double room, Bed and breakfast',
  );
  const two = aStay({ checkIn: '2026-12-31', checkOut: '2027-01-01', rates: [aRate(), aRate({ boardType: 'RO' })] });
  expect(describeStay(two)).toBe(
    'Hotel Miramar, Lisbon: 1 night, 31 Dec 2026 – 1 Jan 2027, 2 rooms: Double room, Bed and breakfast; Double room, Room only',
  );
  const many = aStay({ rates: [aRate(), aRate(), aRate({ boardType: 'RO' })] });
  expect(describeStay(many)).toBe(
    'Hotel Miramar, Lisbon: 5 nights, 3 Oct – 8 Oct 2026, 3 rooms: 2 × Double room, Bed and breakfast; Double room, Room only',
  );
});

test('a rental in one line: class, branches, times and company', () => {
  expect(describeRental(aRental())).toBe(
    'Compact (Volkswagen Golf or similar), Rodavia Lisbon Airport, 3 Oct 12:00 – 8 Oct 10:00 2026',
  );
  const { dropOff } = aRental();
  expect(describeRental(aRental({ dropOff: { ...dropOff, branchId: 'b-2', branchName: 'Rodavia Porto' } }))).toBe(
    'Compact (Volkswagen Golf or similar), Rodavia Lisbon Airport to Rodavia Porto, 3 Oct 12:00 – 8 Oct 10:00 2026',
  );
});

test('details say what is paid now and what there', () => {
  expect(presentStayDetails(aStay({ hotel: aHotel({ name: 'Casa' }) }))).toMatchObject({
    hotel: { name: 'Casa', city: 'Lisbon', star_rating: 4 },
    checkin: '2026-10-03',
    checkout: '2026-10-08',
    nights: 5,
    pay_now: { amount: 60_000, currency: 'EUR', decimal_places: 2 },
    due_at_property: { amount: 2_000, currency: 'EUR' },
    rooms: [
      {
        board_type: 'BB',
        board_name: 'Bed and breakfast',
        total_amount: 600,
        payment_types: ['pay_now'],
        cancellation_schedule: [
          { cancel_time: '2026-10-01T17:00:00.000Z', amount: 120, currency: 'EUR', type: 'nights' },
          { amount: 600, type: 'percent' },
        ],
      },
    ],
  });
  expect(presentRentalDetails(aRental())).toMatchObject({
    vehicle: { acriss_code: 'CDMR' },
    pick_up: { date_time: '2026-10-03T12:00:00', airport: 'LIS' },
    days: 5,
    pay_now: { amount: 20_000 },
    due_at_desk: { amount: 3_000 },
    deposit: { amount: 80_000 },
    mileage: { unlimited: true, included_km: null, extra_per_km: null },
  });
});
