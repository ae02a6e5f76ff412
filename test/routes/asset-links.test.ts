import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Every link anywhere in an answer. */
function linksIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linksIn) : [];
}

test('every link of an answer leads to a picture that may be kept', async () => {
  const answers = await Promise.all(
    [
      ['LON', 'SYD'],
      ['QAA', 'QAC'],
    ].map(([origin, destination]) =>
      service.call('POST', '/v1/flight_search', { origin, destination, departure_date: departure, limit: 30 }),
    ),
  );
  const links = new Set(answers.flatMap(({ body }) => linksIn(body)));
  expect(links.size).toBeGreaterThan(5);
  for (const link of links) {
    const answer = await fetch(link);
    expect([link, answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      link,
      200,
      'image/svg+xml; charset=utf-8',
      'public, max-age=604800, stale-while-revalidate=86400',
    ]);
    const drawing = await answer.text();
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(drawing.length).toBeLessThan(20_000);
    expect(drawing).not.toMatch(/NaN|undefined|<script|href=/);
  }
});

test('who has a picture already is told so, and pictures never change', async () => {
  const plain = { 'accept-encoding': 'identity' };
  const first = await fetch(`${service.url}/assets/cities/PAR.svg`, { headers: plain });
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${service.url}/assets/cities/PAR.svg`, {
    headers: { ...plain, 'if-none-match': `"other", W/${etag}` },
  });
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  expect(await (await fetch(`${service.url}/assets/cities/PAR.svg`)).text()).toBe(await first.text());
});

test.each([
  '/assets/cities/par.svg',
  '/assets/cities/PARIS.svg',
  '/assets/cities/%3Cb%3E.svg',
  '/assets/airlines/A.svg',
  '/assets/airlines/ABCD.svg',
  '/assets/airlines/AF.png',
])('%s is nothing', async (path) => {
  expect((await fetch(`${service.url}${path}`)).status).toBe(404);
});
