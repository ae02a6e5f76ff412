import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandboxCars } from '../../../simulator/rentals/cars.ts';
import { callFor } from '../../support/faults/mixed-journeys.ts';
import { CARD_OK, CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';
import { openBookingPage } from '../../support/guest-pages.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';

type Body = Answer['body'];
let db: TestDatabase;
let service: TestService;
const clock = { now: () => new Date('2027-01-10T12:00:00Z') };

beforeAll(async () => {
  db = await openTestDatabase();
  service = await startService({ db, clock, carSuppliers: [createSandboxCars({ world: testWorld(), db, clock })] });
});
afterAll(async () => {
  await service.close();
  await db.close();
});

const WINTER = ['winter_tyres', 'snow_chains'];
const NONE_WITH_EXTRAS = {
  en: 'No car at these times is available with all of these extras.',
  fr: 'À ces horaires, aucune voiture n’est disponible avec toutes ces options.',
  de: 'Zu diesen Zeiten ist kein Mietwagen mit all diesen Extras verfügbar.',
  es: 'A estas horas no hay ningún coche disponible con todas estas opciones.',
  ja: 'この日時に、選択されたオプションをすべて付けられるレンタカーはありません。',
} as const;

/** A car in Munich, with winter tyres and snow chains. */
async function bookForWinter() {
  const { offers } = await callFor(service, '/v1/car_search', {
    pick_up: { location: 'MUC', date_time: '2027-01-20T10:00:00' },
    drop_off: { date_time: '2027-01-23T10:00:00' },
    driver_age: 35,
    limit: 100,
  });
  const { offer_id: token } = offers.find(
    ({ available_ancillaries: extras, on_request: onRequest, free_cancellation_until: freeUntil }: Body) =>
      !onRequest && freeUntil !== null && WINTER.every((id) => extras.some((extra: Body) => extra.offer_id === id)),
  );
  const trip = await callFor(service, '/v1/trip', {
    add_item: { trip_item_token: token },
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'Ms' }], contact: CONTACT },
  });
  const [{ item_id: itemId }] = trip.items;
  await callFor(service, '/v1/select_ancillaries', {
    trip_id: trip.trip_id,
    item_id: itemId,
    selections: WINTER.map((id) => ({ offer_id: id, quantity: 1 })),
  });
  await callFor(service, '/v1/checkout', { trip_id: trip.trip_id });
  const paid = await callFor(service, '/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK });
  await service.drain();
  return { pair: { booking_ref: paid.booking_ref as string, last_name: 'Bly' }, itemId };
}

test('a car with extras of winter, moved to summer: that none is sold with them is said, and not that there are no cars', async () => {
  const { pair, itemId } = await bookForWinter();
  const summer = { pick_up_date_time: '2027-06-14T10:00:00', drop_off_date_time: '2027-06-17T10:00:00' };
  const preview = (more: object) => callFor(service, '/v1/car_exchange_preview', { ...pair, ...summer, ...more });
  const found = await preview({});
  expect([found.reason, found.offers]).toEqual([undefined, []]);
  expect(found.warnings).toEqual([
    expect.stringMatching(/^\d+ vehicles are left out: not every extra is sold with them at these times\.$/),
  ]);
  expect((await preview({ ancillaries: [] })).offers.length).toBeGreaterThan(1);
  const closed = await preview({ pick_up_date_time: '2028-06-14T10:00:00', drop_off_date_time: '2028-06-17T10:00:00' });
  expect(closed.warnings).toEqual([expect.stringMatching(/^No vehicle is for sale at these times: /)]);

  const guest = await openBookingPage(service, pair);
  const path = (year: number) =>
    `/manage/items/${itemId}/change?search=1&pick_up=${year}-06-14T10:00&drop_off=${year}-06-17T10:00`;
  for (const [locale, said] of Object.entries(NONE_WITH_EXTRAS))
    expect([locale, (await guest.get(`${path(2027)}&locale=${locale}`)).text.includes(said)]).toEqual([locale, true]);
  expect((await guest.get(path(2028))).text).toContain('No cars are available at these times.');
});
