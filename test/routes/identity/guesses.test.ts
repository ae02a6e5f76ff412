import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBooking } from '../../../src/bookings/guests/look-up-booking.ts';
import { findGuestFacts } from '../../../src/bookings/store-guests.ts';
import { findGuestOrganization } from '../../../src/platform/security/guest-directory.ts';
import { asId } from '../../../src/platform/ids.ts';
import { aUser, aVisitor, linkIn, mailsTo, PASSWORD, signUp, type Visitor, wordsOf } from '../../support/accounts.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CONTACT } from '../../support/faults/trip-journeys.ts';

let service: TestService;
beforeAll(async () => {
  // Behind one proxy, so that a test says where its visitors are.
  service = await startService({ config: { trustedHops: 1 } });
});
afterAll(() => service.close());

const at = (from: string) => ({ 'x-api-key': '', 'accept-language': 'en', 'x-forwarded-for': from });
/** A form sent by a visitor at an address. */
function post(from: string, url: string, form: Readonly<Record<string, string>>): Promise<Answer> {
  return service.call('POST', url, new URLSearchParams(form).toString(), {
    ...at(from),
    'content-type': 'application/x-www-form-urlencoded',
  });
}
/** Address number `n` of a /48: each in a /64, and in a /56, of its own while there are enough. */
const inSite = (site: string, n: number): string =>
  `2001:db8:${site}:${((n % 256) * 256 + Math.floor(n / 256)).toString(16)}::1`;
const plain = (page: string): string =>
  page
    .replace(/nonce="[^"]+"/g, '')
    .replace(/value="BLY-[^"]+"/g, '')
    .replace(/value="Guess[^"]+"/g, '');

describe('who guesses last names from a /48 of IPv6', () => {
  const sell = async (): Promise<{ readonly booking_ref: string; readonly last_name: string }> =>
    (await service.call('POST', '/v1/sandbox/bookings', { kind: 'hotel' })).body;

  test('is asked for one detail more after fifty failures, refused after four hundred, and locks no guest out', async () => {
    const { booking_ref, last_name } = await sell();
    const guess = (n: number, form: Readonly<Record<string, string>>) =>
      post(inSite('48', n), '/manage', { booking_ref, ...form });
    const statuses: number[] = [];
    for (let n = 0; n < 50; n += 1) statuses.push((await guess(n, { last_name: `Guess${n}` })).status);
    expect(new Set(statuses)).toEqual(new Set([404]));
    // The right name opens nothing by itself any more, and is answered like a wrong one.
    const [right, wrong] = [await guess(50, { last_name }), await guess(51, { last_name: 'Guess' })];
    expect([right.status, right.headers.get('set-cookie'), right.text.includes('add one more detail')]).toEqual([
      422,
      null,
      true,
    ]);
    expect(plain(wrong.text)).toBe(plain(right.text).replace(`value="${last_name}"`, 'value="Guess"'));
    for (let n = 50; n < 400; n += 1)
      statuses.push(
        (await guess(n, { last_name: `Guess${n}`, email: `guess${n}@example.com`, start_date: '' })).status,
      );
    expect([statuses.length, new Set(statuses)]).toEqual([400, new Set([404])]);
    const late = await guess(400, { last_name, email: CONTACT.email });
    expect([late.status, Number(late.headers.get('retry-after')) > 800]).toEqual([429, true]);
    // The guest, elsewhere, is asked for the detail and let in with it.
    const guest = (form: Readonly<Record<string, string>>) =>
      post('198.51.100.7', '/manage', { booking_ref, last_name, ...form });
    expect((await guest({})).text).toContain('name="start_date"');
    expect((await guest({ email: 'nobody@example.com', start_date: '' })).status).toBe(404);
    expect((await guest({ email: '', start_date: '' })).status).toBe(422);
    const { booking } = (await service.call('GET', `/v1/bookings/${booking_ref}`)).body;
    for (const form of [
      { email: ` ${CONTACT.email.toUpperCase()} `, start_date: '' },
      { email: '', start_date: booking.items[0].details.checkin },
    ]) {
      const opened = await guest(form);
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/manage/booking?locale=en']);
    }
    // Callers of the API look up bookings of their own organization, by their own bounds.
    expect((await service.call('POST', '/v1/get_booking', { booking_ref, last_name })).status).toBe(200);
  });

  test.each(['flight', 'hotel', 'car'])('the day a %s begins is the local day that the guest knows', async (kind) => {
    const { booking_ref } = (await service.call('POST', '/v1/sandbox/bookings', { kind })).body;
    const organizationId =
      (await findGuestOrganization(service.app.db, 'booking', booking_ref)) ?? asId('organization', '');
    const {
      items: [item],
    } = await getBooking(service.app, { organizationId }, booking_ref);
    const product = item?.tripItem;
    const local =
      product?.kind === 'flight'
        ? product.offer.slices[0]?.segments[0]?.depart.timeLocal
        : product?.kind === 'hotel'
          ? product.stay.checkIn
          : product?.rental.pickUp.at;
    expect((await findGuestFacts(service.app.db, organizationId, booking_ref))?.startDates).toEqual([
      local?.slice(0, 10),
    ]);
  });

  test('learns nothing about a reference that does not exist: it asks for the same after as many failures', async () => {
    const guess = (n: number, form: Readonly<Record<string, string>> = {}) =>
      post(inSite('49', n), '/manage', { booking_ref: 'BLY-NBDY77', last_name: `Guess${n}`, ...form });
    // Side by side: who guesses in parallel gains nothing.
    const statuses = (await Promise.all(Array.from({ length: 60 }, (_none, n) => guess(n)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([
      ...Array.from({ length: 50 }, () => 404),
      ...Array.from({ length: 10 }, () => 422),
    ]);
    const [asked, refused] = [
      await guess(61),
      await guess(62, { email: 'guess@example.com', start_date: '2026-01-01' }),
    ];
    expect([asked.status, asked.text.includes('name="email"'), refused.status]).toEqual([422, true, 404]);
  });

  test('and document links from one network are refused, while a link of ours opens', async () => {
    const links = [];
    for (let n = 0; n < 51; n += 1)
      links.push(await service.call('GET', `/documents/guess${n}`, undefined, at(`2001:db8:50:1::${n.toString(16)}`)));
    expect(links.map(({ status }) => status)).toEqual([...Array.from({ length: 50 }, () => 404), 429]);
    const { booking_ref, last_name } = await sell();
    const {
      documents: [document],
    } = (await service.call('POST', '/v1/get_booking', { booking_ref, last_name })).body.booking;
    const opened = await service.call('GET', new URL(document.url).pathname, undefined, at('2001:db8:50:1::1'));
    expect(opened.status).toBe(200);
  });

  test('every look-up is in the metrics by how it ended', async () => {
    const { text } = await service.call('GET', '/metrics');
    for (const outcome of ['found', 'not_found', 'proof', 'refused'])
      expect(text).toMatch(new RegExp(`bly_guest_lookups_total\\{outcome="${outcome}"\\} [1-9]`));
  });
});

describe('who tries passwords from many places', () => {
  const WRONG = 'not the right password';
  /** A sign-in with this browser from an address. */
  const signInAt = async (
    from: string,
    email: string,
    password = PASSWORD,
    visitor: Visitor = aVisitor(service),
  ): Promise<number> => {
    await visitor.get('/sign-in', at(from));
    return (await visitor.post('/sign-in', { email, password }, { 'x-forwarded-for': from })).status;
  };
  const signOut = (visitor: Visitor) => visitor.post('/sign-out', {});
  const guess = (count: number, place: (n: number) => string, email: string, visitor?: Visitor) =>
    Promise.all(Array.from({ length: count }, (_none, n) => signInAt(place(n), email, WRONG, visitor)));
  /** A browser that its owner has signed in and out with. */
  const known = async (email: string): Promise<Visitor> => {
    const visitor = await aUser(service, email);
    await signOut(visitor);
    return visitor;
  };
  /** Another browser with a copy of the device cookie. */
  const copyOf = (visitor: Visitor): Visitor =>
    aVisitor(service, [['bly_device', visitor.jar.get('bly_device') ?? '']]);

  test('locks nobody out of a browser they have used before, not even in the same network', async () => {
    const owner = await known('owner@example.com');
    const here = () => '203.0.113.5';
    expect((await guess(12, here, 'owner@example.com')).sort()).toEqual([
      ...Array.from({ length: 9 }, () => 401),
      429,
      429,
      429,
    ]);
    // The stranger's network is locked; the owner gets in elsewhere, and with a known browser even from there.
    expect(await signInAt(here(), 'owner@example.com')).toBe(429);
    expect(await signInAt(here(), 'owner@example.com', PASSWORD, owner)).toBe(303);
    await signOut(owner);
    expect(await signInAt('198.51.100.9', 'owner@example.com')).toBe(303);
    // From everywhere together: then only known browsers may try.
    await guess(52, (n) => `10.${n}.0.1`, 'owner@example.com');
    expect(await signInAt('198.51.100.10', 'owner@example.com')).toBe(429);
    expect(await signInAt('198.51.100.10', 'owner@example.com', PASSWORD, owner)).toBe(303);
  });

  test('has a block of addresses counted as one: a /24 has thirty failures for an address', async () => {
    await signUp(service, 'block@example.com');
    const statuses = await guess(32, (n) => `192.0.2.${n}`, 'block@example.com');
    expect(statuses.filter((status) => status === 401)).toHaveLength(29);
    expect(await signInAt('192.0.2.200', 'block@example.com')).toBe(429);
    expect(await signInAt('192.0.3.200', 'block@example.com')).toBe(303);
  });

  test('gains no more than ten guesses by a stolen device cookie, and nothing by a forged or a foreign one', async () => {
    const owner = await known('robbed@example.com');
    const attributes = /^bly_device=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/;
    await owner.get('/sign-in');
    const again = await owner.post('/sign-in', { email: 'robbed@example.com', password: PASSWORD });
    expect(again.headers.getSetCookie().filter((set) => attributes.test(set))).toHaveLength(1);
    await signOut(owner);
    const stolen = copyOf(owner);
    await stolen.get('/sign-in');
    const places = (n: number) => `172.16.${n}.1`;
    expect((await guess(12, places, 'robbed@example.com', stolen)).filter((status) => status === 401)).toHaveLength(9);
    expect(await signInAt(places(99), 'robbed@example.com', PASSWORD, copyOf(owner))).toBe(429);
    expect(await signInAt(places(99), 'robbed@example.com')).toBe(303);
    // For another address, or altered, it is no cookie at all: its guesses count for the network.
    await signUp(service, 'other@example.com');
    for (const forged of [owner.jar.get('bly_device') ?? '', 'made-up']) {
      const visitor = aVisitor(service, [['bly_device', forged]]);
      await visitor.get('/sign-in');
      await guess(5, () => '172.17.0.1', 'other@example.com', visitor);
    }
    expect(await signInAt('172.17.0.1', 'other@example.com')).toBe(429);
  });

  test('finds no known browser after a new password, by any path, or a sign-out everywhere', async () => {
    const cookies: Visitor[] = [];
    const lockAndTry = async (email: string, password: string, visitor: Visitor) => {
      await guess(10, () => '172.18.0.1', email);
      return await signInAt('172.18.0.1', email, password, copyOf(visitor));
    };
    const everywhere = await aUser(service, 'everywhere@example.com');
    cookies.push(copyOf(everywhere));
    await everywhere.get('/account/security');
    expect((await everywhere.post('/account/sign-out-everywhere', {})).status).toBe(200);
    const changed = await aUser(service, 'changed@example.com');
    cookies.push(copyOf(changed));
    await changed.get('/account/security');
    expect(
      wordsOf(
        await changed.post('/account/password', { current_password: PASSWORD, new_password: 'eight loud boats sink' }),
      ),
    ).toContain('has been changed');
    const reset = await known('mailed@example.com');
    cookies.push(copyOf(reset));
    await reset.get('/forgot-password');
    await reset.post('/forgot-password', { email: 'mailed@example.com' });
    await service.drain();
    const link = linkIn(mailsTo(service, 'mailed@example.com').at(-1), '/reset-password');
    await reset.get(link);
    expect((await reset.post(link, { new_password: 'eight loud boats sink' })).status).toBe(200);
    const [a, b, c] = cookies;
    if (!a || !b || !c) throw new Error('three browsers were known');
    expect(await lockAndTry('everywhere@example.com', PASSWORD, a)).toBe(429);
    expect(await lockAndTry('changed@example.com', 'eight loud boats sink', b)).toBe(429);
    expect(await lockAndTry('mailed@example.com', 'eight loud boats sink', c)).toBe(429);
  });

  test('all at once does not turn away an honest sign-in from elsewhere, or in a known browser', async () => {
    const owner = await known('honest@example.com');
    await signUp(service, 'visitor@example.com');
    const visitor = aVisitor(service);
    await visitor.get('/sign-in');
    const strangers = await Promise.all(
      Array.from({ length: 90 }, async () => {
        const stranger = aVisitor(service);
        await stranger.get('/sign-in');
        return stranger;
      }),
    );
    const flood = strangers.map((stranger, n) =>
      stranger.post(
        '/sign-in',
        { email: `flood-${n}@example.com`, password: WRONG },
        { 'x-forwarded-for': inSite('66', n) },
      ),
    );
    await Promise.race(flood);
    await owner.get('/sign-in');
    const honest = await Promise.all([
      visitor.post(
        '/sign-in',
        { email: 'visitor@example.com', password: PASSWORD },
        { 'x-forwarded-for': '198.51.100.20' },
      ),
      owner.post(
        '/sign-in',
        { email: 'honest@example.com', password: PASSWORD },
        { 'x-forwarded-for': inSite('66', 1) },
      ),
    ]);
    expect(honest.map(({ status }) => status)).toEqual([303, 303]);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});

test('sixty applications from one /48 are not all registered', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 60; n += 1)
    statuses.push(
      (await service.call('POST', '/oauth/reg', '{}', { ...at(inSite('77', n)), 'content-type': 'application/json' }))
        .status,
    );
  expect(statuses.map((status) => status === 429)).toEqual(Array.from({ length: 60 }, (_none, n) => n >= 40));
});

test('codes of the command line are guessed no more often from one network by more users', async () => {
  const statuses: number[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    const visitor = await aUser(service, `codes-${name}@example.com`);
    await visitor.get('/oauth/cli/device');
    for (let n = 0; n < 9; n += 1)
      statuses.push(
        (
          await visitor.post(
            '/oauth/cli/device',
            { user_code: 'BCDFGHJK' },
            { 'x-forwarded-for': `2001:db8:88:1::${n + 1}` },
          )
        ).status,
      );
  }
  expect(statuses.map((status) => status === 429)).toEqual(Array.from({ length: 36 }, (_none, n) => n >= 30));
});

test('unknown API keys of a network are slowed before the database is asked, and the keys of its honest users go on', async () => {
  const ask = (key: string, from: string, path = '/v1/account') =>
    service.call('GET', path, undefined, { ...at(from), 'x-api-key': key });
  const { key } = await service.makeKey();
  expect((await ask(key, '203.0.113.77')).status).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_none, n) => ask(`bly_s${String(n).padStart(32, '0')}`, '203.0.113.77')),
  );
  const refused = answers.filter(({ status }) => status === 429);
  // A bucket: a token or two come back while they are asked.
  expect([refused.length > 10, answers.filter(({ status }) => status === 401).length >= 60]).toEqual([true, true]);
  expect(refused[0]?.body.error.code).toBe('RATE_LIMITED');
  expect([refused[0]?.body.limit, Number(refused[0]?.headers.get('retry-after')) >= 1]).toEqual(['rate', true]);
  expect((await ask(key, '203.0.113.77')).status).toBe(200);
  expect((await ask('bly_sUnknownUnknownUnknownUnknownUnkn', '198.51.100.77')).status).toBe(401);
  const agents = await Promise.all(
    Array.from({ length: 40 }, (_none, n) =>
      service.call('POST', '/mcp', {}, { ...at('203.0.113.77'), 'x-api-key': `bly_s9${String(n).padStart(31, '0')}` }),
    ),
  );
  expect(agents.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
});
