import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../../src/routes.ts';
import { eraseBookingForAdmin } from '../../../src/retention/erase-booking.ts';
import { type UserRole, USER_ROLES } from '../../../src/platform/security/roles.ts';
import { mailsTo, type Visitor, wordsOf } from '../../support/accounts.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { aStaffMember, organizationOf } from '../../support/staff.ts';

let service: TestService;
let staff: Readonly<Record<UserRole, Visitor>>;
let stranger: Visitor;
/** A refundable flight past its void window, and a car. */
let flightRef: string;
let carRef: string;

beforeAll(async () => {
  service = await startService({ config: { webhookAllowLocal: true } });
  const organizationId = await organizationOf(service);
  const people: [UserRole, Visitor][] = [];
  for (const role of USER_ROLES) people.push([role, await aStaffMember(service, role, organizationId)]);
  staff = Object.fromEntries(people) as Record<UserRole, Visitor>;
  const other = await service.makeKey();
  stranger = await aStaffMember(service, 'owner', other.organizationId);
  flightRef = await sell({ kind: 'flight', scenario: 'QAL' });
  carRef = await sell({ kind: 'car' });
  await service.call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['booking.completed'] });
  await service.advance(60);
});
afterAll(() => service.close());

async function sell(body: object): Promise<string> {
  const { body: sold } = await service.call('POST', '/v1/sandbox/bookings', body);
  return sold.booking_ref;
}

const timelineOf = async (ref: string) => (await service.call('GET', `/v1/bookings/${ref}/timeline`)).body.entries;

describe('the way in', () => {
  test('who is not signed in is led to the entrance and back', async () => {
    const { status, headers } = await service.call('GET', '/console/bookings?query=Bly', undefined, {
      'x-api-key': '',
    });
    expect(status).toBe(303);
    const to = new URL(headers.get('location') ?? '', service.url);
    expect([to.pathname, to.searchParams.get('return_to')]).toEqual(['/sign-in', '/console/bookings?query=Bly']);
  });

  test('the style sheet is a file that never changes under its version; no page has a script', async () => {
    const page = await staff.owner.get('/console');
    const href = /href="(\/console\/assets\/[\w-]+\/console\.css)"/.exec(page.text)?.[1] ?? '';
    const style = await service.call('GET', href);
    expect([style.status, style.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(page.text).not.toContain('<script');
    expect((await service.call('GET', href.replace('console.css', 'other.css'))).status).toBe(404);
  });
});

describe('home', () => {
  test('shows what was sold in the last days and what waits for people', async () => {
    const page = await staff.read_only.get('/console');
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain('All clear');
    const { body } = await service.call('GET', '/v1/overview');
    expect(body.days).toHaveLength(7);
    expect(body.days.reduce((sum: number, { orders }: { orders: number }) => sum + orders, 0)).toBe(2);
    expect(body.waiting).toEqual({ decisions: 0, supplier_people: 0, fulfilments: 0, slow_fulfilments: 0 });
  });
});

describe('bookings', () => {
  test('are found by reference, name, mail, PNR, order and trip, and by nothing else', async () => {
    const { body } = await service.call('GET', `/v1/bookings/${flightRef}`);
    const [item] = body.booking.items;
    const known = [
      flightRef,
      flightRef.slice(4).toLowerCase(),
      'Bly',
      'Nellie Bly',
      'nellie@example',
      item.confirmation.confirmation_number,
      item.order_id,
      item.ticket_numbers[0],
      `${item.ticket_numbers[0].slice(0, 3)}-${item.ticket_numbers[0].slice(3)}`,
      body.booking.trip_id,
    ];
    for (const query of known) {
      const found = await service.call('GET', `/v1/booking_search?query=${encodeURIComponent(query)}`);
      expect(
        found.body.bookings.map((one: { booking_ref: string }) => one.booking_ref),
        query,
      ).toContain(flightRef);
    }
    for (const query of ['Blyy', 'nobody@example.com', '%', '__', 'BLY-ZZZZZZ']) {
      const found = await service.call('GET', `/v1/booking_search?query=${encodeURIComponent(query)}x`);
      expect(found.body.bookings, query).toEqual([]);
    }
  });

  test('are narrowed by status and days, page by page', async () => {
    const first = await service.call('GET', '/v1/booking_search?query=bly&limit=1&status=confirmed');
    expect(first.body.bookings).toHaveLength(1);
    const next = await service.call(
      'GET',
      `/v1/booking_search?query=bly&limit=1&status=confirmed&page_token=${encodeURIComponent(first.body.next_page_token)}`,
    );
    const refs = [...first.body.bookings, ...next.body.bookings].map(({ booking_ref: ref }) => ref);
    expect(refs.toSorted()).toEqual([flightRef, carRef].toSorted());
    expect(next.body.next_page_token).toBeUndefined();
    for (const narrow of ['status=failed', 'since=2999-01-01', 'until=2000-01-01'])
      expect((await service.call('GET', `/v1/booking_search?query=bly&${narrow}`)).body.bookings, narrow).toEqual([]);
    expect((await service.call('GET', '/v1/booking_search?query=x')).status).toBe(422);
    expect((await service.call('GET', '/v1/booking_search?page_token=made-up')).status).toBe(422);
    const page = await staff.read_only.get('/console/bookings?page_token=made-up');
    expect(page.status).toBe(422);
    expect(page.text).toContain('a page of this very list');
    expect(page.text).not.toMatch(/No bookings yet|Nothing found|Make a first booking/);
  });

  test('the list shows them, says when nothing is found, and what is wrong with a question', async () => {
    expect(wordsOf(await staff.support.get('/console/bookings?query=bly'))).toContain(flightRef);
    expect(wordsOf(await staff.support.get('/console/bookings?query=nobody'))).toContain('Nothing found');
    expect((await staff.support.get('/console/bookings?query=x')).status).toBe(422);
    expect((await staff.support.get('/console/bookings?since=yesterday')).status).toBe(422);
  });

  test('one booking shows what was bought, its money, its documents and all that happened', async () => {
    const words = wordsOf(await staff.support.get(`/console/bookings/${flightRef}`));
    for (const word of ['Timeline', 'Money was taken', 'booking.completed', 'Debits and credits balance', 'Refund…'])
      expect(words).toContain(word);
    const kinds = new Set((await timelineOf(flightRef)).map(({ kind }: { kind: string }) => kind));
    expect([...kinds].toSorted()).toEqual(['booking', 'event', 'mail', 'money', 'payment', 'supplier']);
  });

  test('an unknown reference, and one of another organization, are not found', async () => {
    expect((await staff.owner.get('/console/bookings/BLY-ZZZZZZ')).status).toBe(404);
    expect((await stranger.get(`/console/bookings/${flightRef}`)).status).toBe(404);
    expect(wordsOf(await stranger.get('/console/bookings?query=bly'))).not.toContain(flightRef);
  });
});

describe('what support does', () => {
  test('a note stands on the page and in the timeline, with its author', async () => {
    const page = `/console/bookings/${flightRef}`;
    await staff.support.get(page);
    const answer = await staff.support.post(`${page}/notes`, { text: 'Travels with <b>a guide dog</b>.' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?done=note`]);
    const shown = await staff.support.get(`${page}?done=note`);
    expect(wordsOf(shown)).toContain('The note was added.');
    expect(shown.text).toContain('Travels with &lt;b&gt;a guide dog&lt;/b&gt;.');
    expect(wordsOf(shown)).toContain('Person support');
    const empty = await staff.support.post(`${page}/notes`, { text: ' ' });
    expect(empty.status).toBe(422);
    expect((await service.call('GET', `/v1/bookings/${flightRef}/notes`)).body.notes).toHaveLength(1);
  });

  test('a mail goes out once more, twenty times a day at most', async () => {
    const before = mailsTo(service, 'nellie@example.com').length;
    const mail = (await timelineOf(flightRef)).find(({ kind }: { kind: string }) => kind === 'mail');
    await staff.support.get(`/console/bookings/${flightRef}`);
    const path = `/console/bookings/${flightRef}/mails/${mail.reference}/resend`;
    expect((await staff.support.post(path, {})).status).toBe(303);
    await service.drain();
    expect(mailsTo(service, 'nellie@example.com')).toHaveLength(before + 1);
    const resend = `/v1/bookings/${flightRef}/resend_mail`;
    expect((await service.call('POST', resend, { mail_id: 'evt_of_nobody' })).status).toBe(404);
    expect((await service.call('POST', `/v1/bookings/${carRef}/resend_mail`, { mail_id: mail.reference })).status).toBe(
      404,
    );
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1)
      statuses.push((await service.call('POST', resend, { mail_id: mail.reference })).status);
    expect(statuses.at(-1)).toBe(409);
    expect(statuses.filter((status) => status === 202).length).toBeLessThanOrEqual(20);
  });

  test('a flight is refunded after a second look, with an entry of who asked for it', async () => {
    const page = `/console/bookings/${flightRef}`;
    const { items } = (await service.call('GET', `/v1/bookings/${flightRef}`)).body.booking;
    const path = `${page}/cancel/${items[0].item_id}`;
    const asked = await staff.support.get(path);
    expect(wordsOf(asked)).toContain('This cannot be taken back');
    const quoteId = /name="quote_id" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
    const done = await staff.support.post(path, { quote_id: quoteId });
    expect([done.status, done.headers.get('location')]).toEqual([303, `${page}?done=cancel`]);
    await service.drain();
    expect(wordsOf(await staff.support.get(page))).toContain('Money was given back');
    const { entries } = (await service.call('GET', `/v1/bookings/${flightRef}/timeline`)).body;
    expect(entries.map(({ what }: { what: string }) => what)).toContain('booking.change_requested');
  });

  test('nothing that has ended is tried again; what waits is', async () => {
    expect((await service.call('POST', `/v1/bookings/${carRef}/retry`, {})).status).toBe(409);
    await staff.support.get(`/console/bookings/${carRef}`);
    expect(wordsOf(await staff.support.post(`/console/bookings/${carRef}/retry`, {}))).toContain(
      'Nothing of this booking waits',
    );
  });
});

describe('roles', () => {
  /** Every page and form of the console with what stands for its parameters. */
  const routes = pages
    .filter(({ path }) => path.startsWith('/console') && !path.includes('assets'))
    .map(({ method, path }) => ({
      method,
      pathOf: (ref: string, item: string) =>
        path
          .replace(':booking_ref', ref)
          .replace(':item_id', item)
          .replace(':mail_id', 'evt_none')
          .replace(':supplier', 'none')
          .replace(':id', '1')
          .replace(/:\w+_id/g, 'none'),
      path,
    }));
  const ALL: readonly UserRole[] = USER_ROLES;
  /** Who may open or send what is no page that everybody may look at. */
  const ALLOWED: Readonly<Record<string, readonly UserRole[]>> = {
    'POST /console/bookings/:booking_ref/notes': ['owner', 'admin', 'member', 'support'],
    'POST /console/bookings/:booking_ref/mails/:mail_id/resend': ['owner', 'admin', 'member', 'support'],
    'POST /console/bookings/:booking_ref/retry': ['owner', 'admin', 'member', 'support'],
    'POST /console/bookings/:booking_ref/as-traveler': ['owner', 'admin', 'member', 'support'],
    'GET /console/bookings/:booking_ref/cancel/:item_id': ['owner', 'admin', 'member', 'support'],
    'POST /console/bookings/:booking_ref/cancel/:item_id': ['owner', 'admin', 'member', 'support'],
    'POST /console/cases/:change_id': ['owner', 'admin'],
    'POST /console/keys': ['owner', 'admin', 'member'],
    'GET /console/keys/:key_id/revoke': ['owner', 'admin', 'member'],
    'POST /console/keys/:key_id/revoke': ['owner', 'admin', 'member'],
    'POST /console/members/invitations': ['owner'],
    'POST /console/members/invitations/:invitation_id/withdraw': ['owner'],
    'POST /console/members/:user_id/role': ['owner'],
    'GET /console/members/:user_id/remove': ['owner'],
    'POST /console/members/:user_id/remove': ['owner'],
    'POST /console/suppliers/accounts/:account_id': ['owner'],
    'POST /console/suppliers/installation': ['owner'],
    'GET /console/suppliers/:supplier/off': ['owner', 'admin'],
    'POST /console/suppliers/:supplier/off': ['owner', 'admin'],
    'POST /console/suppliers/:supplier/on': ['owner', 'admin'],
    'POST /console/prices': ['owner'],
    'POST /console/prices/switch': ['owner'],
    'POST /console/prices/try': ALL,
    'POST /console/prices/remove': ['owner'],
    'POST /console/organization': ['owner', 'admin'],
    'POST /console/organization/logo': ['owner', 'admin'],
    'POST /console/organization/remove-logo': ['owner', 'admin'],
    'POST /console/webhooks': ['owner', 'admin', 'member'],
    'POST /console/webhooks/:id/test': ['owner', 'admin', 'member'],
    'POST /console/webhooks/:id/status': ['owner', 'admin', 'member'],
    'POST /console/webhooks/:id/deliveries/:delivery_id/resend': ['owner', 'admin', 'member', 'support'],
  };

  test('every form of the console stands in the table', () => {
    const forms = routes.filter(({ method }) => method === 'POST').map(({ method, path }) => `${method} ${path}`);
    expect(forms.filter((one) => ALLOWED[one] === undefined)).toEqual([]);
  });

  test.each(USER_ROLES)('what %s may open and change', async (role) => {
    const item = (await service.call('GET', `/v1/bookings/${carRef}`)).body.booking.items[0].item_id;
    const endpoint = await service.call('GET', '/v1/webhooks');
    const visitor = staff[role];
    for (const { method, path, pathOf } of routes) {
      await visitor.get('/console');
      const to = pathOf(carRef, item).replace('/webhooks/1', `/webhooks/${endpoint.body.webhooks[0].id}`);
      const { status } = method === 'GET' ? await visitor.get(to) : await visitor.post(to, { text: 'x' });
      expect(status, `${method} ${path}`).toBeLessThan(500);
      const isAllowed = (ALLOWED[`${method} ${path}`] ?? ALL).includes(role);
      expect(status !== 403, `${role}: ${method} ${path}`).toBe(isAllowed);
    }
  });

  test('another organization finds nothing of this one, and a form without its token changes nothing', async () => {
    const item = (await service.call('GET', `/v1/bookings/${carRef}`)).body.booking.items[0].item_id;
    await stranger.get('/console');
    for (const { method, path, pathOf } of routes.filter((route) => route.path.includes(':booking_ref'))) {
      const to = pathOf(carRef, item);
      const answer =
        method === 'GET' ? await stranger.get(to) : await stranger.post(to, { text: 'x', quote_id: 'rfq_x' });
      expect(answer.status, `${method} ${path}`).toBe(404);
      if (method === 'GET') continue;
      expect((await staff.owner.post(to, { csrf: 'forged', text: 'x' })).status, `${path} forged`).toBe(403);
      await stranger.get('/console');
    }
    const notes = (await service.call('GET', `/v1/bookings/${carRef}/notes`)).body.notes;
    expect(notes.filter(({ text }: { text: string }) => text === 'x').length).toBeLessThanOrEqual(4);
  });

  test('the API takes no write of somebody who only looks, and lets them read', async () => {
    const page = await staff.read_only.get('/account');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const cookie = [...staff.read_only.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const as = (method: string, path: string, body?: object) =>
      service.call(method, path, body, { 'x-api-key': '', cookie, 'x-csrf-token': csrf });
    expect((await as('GET', '/v1/bookings')).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/v1/api_keys', { name: 'mine' }],
      ['POST', '/v1/trip', {}],
      ['POST', '/v1/sandbox/credits', { amount: 1 }],
      ['POST', `/v1/bookings/${carRef}/notes`, { text: 'x' }],
      ['DELETE', '/v1/api_keys/key_x', undefined],
    ] as const) {
      const { status, body: answer } = await as(method, path, body);
      expect([status, answer.error.code], `${method} ${path}`).toEqual([403, 'FORBIDDEN']);
    }
    expect((await staff.read_only.post('/console/keys', { name: 'mine', scope_search: 'on' })).status).toBe(403);
  });
});

test('a booking whose travelers were erased says so, in the list and on its page, in place of names', async () => {
  const bookingRef = await sell({ kind: 'car' });
  const organizationId = await organizationOf(service);
  expect(await eraseBookingForAdmin(service.app, { organizationId, bookingRef })).toEqual({ isErased: true });
  const list = wordsOf(await staff.owner.get(`/console/bookings?query=${bookingRef}`));
  expect(list).toContain('erased');
  const page = await staff.owner.get(`/console/bookings/${bookingRef}`);
  expect(page.status).toBe(200);
  expect(wordsOf(page)).toMatch(/Personal data erased \S+/);
  expect(page.text).not.toContain('mailto:');
});
