import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBooking } from '../../src/bookings/look-up-booking.ts';
import { findGuestFacts } from '../../src/bookings/store.ts';
import type { App } from '../../src/context.ts';
import { findGuestOrganization } from '../../src/platform/guest-directory.ts';
import { asId } from '../../src/platform/ids.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { createService, type Service } from '../../src/service.ts';
import { startService, type TestService } from '../support/service.ts';
import { CONTACT } from '../support/trip-journeys.ts';

let service: TestService;
/** Behind one proxy, so that a test says where its visitors are. */
let proxied: Service;
beforeAll(async () => {
  service = await startService();
  proxied = createService({ ...service.app, metrics: createMetrics(), config: { ...service.app.config, publicUrl: service.url, trustedHops: 1 } } satisfies App);
});
afterAll(async () => {
  await proxied.server.fastify.close();
  await service.close();
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' };

/** A form sent by a visitor at an address. */
function post(from: string, url: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  return proxied.server.fastify.inject({ method: 'POST', url, payload: new URLSearchParams(form).toString(), headers: { ...FORM, 'x-forwarded-for': from, ...headers } });
}
/** Address number `n` of a /48: each in a /64, and in a /56, of its own while there are enough. */
const inSite = (site: string, n: number): string => `2001:db8:${site}:${((n % 256) * 256 + Math.floor(n / 256)).toString(16)}::1`;
const plain = (page: string): string => page.replace(/nonce="[^"]+"/g, '').replace(/value="BLY-[^"]+"/g, '').replace(/value="Guess[^"]+"/g, '');

describe('who guesses last names from a /48 of IPv6', () => {
  const sell = async (): Promise<{ readonly booking_ref: string; readonly last_name: string }> => (await service.call('POST', '/v1/sandbox/bookings', { kind: 'hotel' })).body;

  test('is asked for one detail more after fifty failures, refused after four hundred, and locks no guest out', async () => {
    const { booking_ref, last_name } = await sell();
    const guess = (n: number, form: Readonly<Record<string, string>>) => post(inSite('48', n), '/manage', { booking_ref, ...form });
    const statuses: number[] = [];
    for (let n = 0; n < 50; n += 1) statuses.push((await guess(n, { last_name: `Guess${n}` })).statusCode);
    expect(new Set(statuses)).toEqual(new Set([404]));
    // The right name opens nothing by itself any more, and is answered like a wrong one.
    const [right, wrong] = [await guess(50, { last_name }), await guess(51, { last_name: 'Guess' })];
    expect([right.statusCode, right.headers['set-cookie'], right.body.includes('add one more detail')]).toEqual([422, undefined, true]);
    expect(plain(wrong.body)).toBe(plain(right.body).replace(`value="${last_name}"`, 'value="Guess"'));
    for (let n = 50; n < 400; n += 1) statuses.push((await guess(n, { last_name: `Guess${n}`, email: `guess${n}@example.com`, start_date: '' })).statusCode);
    expect([statuses.length, new Set(statuses)]).toEqual([400, new Set([404])]);
    const late = await guess(400, { last_name, email: CONTACT.email });
    expect([late.statusCode, Number(late.headers['retry-after']) > 800]).toEqual([429, true]);
    // The guest, elsewhere, is asked for the detail and let in with it.
    const guest = (form: Readonly<Record<string, string>>) => post('198.51.100.7', '/manage', { booking_ref, last_name, ...form });
    expect((await guest({})).body).toContain('name="start_date"');
    expect((await guest({ email: 'nobody@example.com', start_date: '' })).statusCode).toBe(404);
    expect((await guest({ email: '', start_date: '' })).statusCode).toBe(422);
    const { booking } = (await service.call('GET', `/v1/bookings/${booking_ref}`)).body;
    for (const form of [{ email: ` ${CONTACT.email.toUpperCase()} `, start_date: '' }, { email: '', start_date: booking.items[0].details.checkin }]) {
      const opened = await guest(form);
      expect([opened.statusCode, opened.headers.location]).toEqual([303, '/manage/booking?locale=en']);
    }
    // Callers of the API look up bookings of their own organization, by their own bounds.
    expect((await service.call('POST', '/v1/get_booking', { booking_ref, last_name })).status).toBe(200);
  });

  test.each(['flight', 'hotel', 'car'])('the day a %s begins is the local day that the guest knows', async (kind) => {
    const { booking_ref } = (await service.call('POST', '/v1/sandbox/bookings', { kind })).body;
    const organizationId = (await findGuestOrganization(service.app.db, 'booking', booking_ref)) ?? asId('organization', '');
    const { items: [item] } = await getBooking(service.app, { organizationId }, booking_ref);
    const product = item?.tripItem;
    const local = product?.kind === 'flight' ? product.offer.slices[0]?.segments[0]?.depart.timeLocal : product?.kind === 'hotel' ? product.stay.checkIn : product?.rental.pickUp.at;
    expect((await findGuestFacts(service.app.db, organizationId, booking_ref))?.startDates).toEqual([local?.slice(0, 10)]);
  });

  test('learns nothing about a reference that does not exist: it asks for the same after as many failures', async () => {
    const guess = (n: number, form: Readonly<Record<string, string>> = {}) => post(inSite('49', n), '/manage', { booking_ref: 'BLY-NBDY77', last_name: `Guess${n}`, ...form });
    // Side by side: who guesses in parallel gains nothing.
    const statuses = (await Promise.all(Array.from({ length: 60 }, (_none, n) => guess(n)))).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([...Array.from({ length: 50 }, () => 404), ...Array.from({ length: 10 }, () => 422)]);
    const [asked, refused] = [await guess(61), await guess(62, { email: 'guess@example.com', start_date: '2026-01-01' })];
    expect([asked.statusCode, asked.body.includes('name="email"'), refused.statusCode]).toEqual([422, true, 404]);
  });

  test('and document links from one network are refused, while a link of ours opens', async () => {
    const links = [];
    for (let n = 0; n < 51; n += 1) links.push(await proxied.server.fastify.inject({ method: 'GET', url: `/documents/guess${n}`, headers: { 'x-forwarded-for': `2001:db8:50:1::${n.toString(16)}` } }));
    expect(links.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 50 }, () => 404), 429]);
    const { booking_ref, last_name } = await sell();
    const { documents: [document] } = (await service.call('POST', '/v1/get_booking', { booking_ref, last_name })).body.booking;
    const opened = await proxied.server.fastify.inject({ method: 'GET', url: new URL(document.url).pathname, headers: { 'x-forwarded-for': '2001:db8:50:1::1' } });
    expect(opened.statusCode).toBe(200);
  });

  test('every look-up is in the metrics by how it ended', async () => {
    const { body } = await proxied.server.fastify.inject({ method: 'GET', url: '/metrics' });
    for (const outcome of ['found', 'not_found', 'proof', 'refused']) expect(body).toMatch(new RegExp(`bly_guest_lookups_total\\{outcome="${outcome}"\\} [1-9]`));
  });
});
