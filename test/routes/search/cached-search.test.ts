import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ clock: { now: () => new Date('2027-01-10T12:00:00Z') } });
});
afterAll(() => service.close());

const question = {
  filters: { locations: { origins: ['NYC'], destinations: ['LON'] }, dates: { departure_dates: ['2027-01-17'] } },
  limit: 20,
};
const ask = async (part: object = {}) =>
  (await service.call('POST', '/api/v1/flights/search', { ...question, ...part })).body;

/** All pages of a search without live shopping, by their tokens. */
async function allPages(part: object = {}) {
  const pages = [await ask(part)];
  for (
    let token = pages[0].pagination.next_page_token;
    token !== undefined;
    token = pages.at(-1).pagination.next_page_token
  )
    pages.push(await ask({ ...part, page_token: token }));
  return pages;
}

test('every page of a cached search is of one whole result: one total, the same facets, all of it reachable', async () => {
  const pages = await allPages();
  const [{ total, facets, left_out }] = pages;
  expect(total).toBeGreaterThan(60);
  expect(pages.map((page) => [page.total, page.facets, page.left_out])).toEqual(
    pages.map(() => [total, facets, left_out]),
  );
  const flights = pages.flatMap((page) => page.itineraries.map((itinerary: { id: string }) => itinerary.id));
  expect([flights.length, new Set(flights).size]).toEqual([total, total]);
});

test('so it is after a live search, which it agrees with, in any order', async () => {
  const live = await ask({ allow_live_shop: true });
  for (const sort of ['lowest', 'recommendation']) {
    const pages = await allPages({ sort, currency: 'EUR' });
    expect(pages.map((page) => [page.live_shop_status, page.total, page.facets.stops])).toEqual(
      pages.map(() => ['not_eligible', live.total, live.facets.stops]),
    );
    expect(pages.flatMap((page) => page.itineraries)).toHaveLength(live.total);
  }
});
