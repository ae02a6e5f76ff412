import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isManageLinkValid, manageUrlOf } from '../../../src/bookings/documents/manage-link.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { findGuestOrganization } from '../../../src/platform/security/guest-directory.ts';
import { asBookingRef, asId } from '../../../src/platform/ids.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';

const halfHourMs = 30 * 60_000;
let service: TestService;
let realTimeMs = 0;

beforeAll(async () => {
  service = await startService({ clock: { now: () => new Date(systemClock.now().getTime() + realTimeMs) } });
});
afterAll(() => service.close());

interface Sold {
  readonly booking_ref: string;
  readonly last_name: string;
  readonly items: readonly { readonly item_id: string }[];
}
const sell = async (kind: string, scenario?: string, headers: Readonly<Record<string, string>> = {}): Promise<Sold> =>
  (await service.call('POST', '/v1/sandbox/bookings', { kind, ...(scenario && { scenario }) }, headers)).body;
const itemOf = ({ items }: Sold): string => items[0]?.item_id ?? '';
/** The end user's own view of the booking, over the API. */
const readBooking = async ({ booking_ref }: Sold): Promise<Answer['body']> =>
  (await service.call('GET', `/v1/bookings/${booking_ref}`)).body.booking;

interface Guest {
  get(path: string): Promise<Answer>;
  post(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  readonly cookie: string;
}

/** A browser without scripts: keeps its cookie and sends forms. */
function aGuest(cookie = ''): Guest {
  const jar = { cookie };
  const send = async (
    method: string,
    path: string,
    body: string | undefined,
    more: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await service.call(method, path, body, {
      'x-api-key': '',
      'accept-language': 'en',
      ...(jar.cookie && { cookie: jar.cookie }),
      ...form,
      ...more,
    });
    const [set] = (answer.headers.get('set-cookie') ?? '').split(';');
    if (set) jar.cookie = set;
    return answer;
  };
  return {
    get: (path) => send('GET', path, undefined, {}),
    post: (path, form, headers = {}) => send('POST', path, new URLSearchParams(form).toString(), headers),
    get cookie() {
      return jar.cookie;
    },
  };
}

const csrfOf = (page: Answer): string => /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
const wordsOf = (page: Answer): string =>
  page.text
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const pathOf = (answer: Answer): string => answer.headers.get('location') ?? '';

async function signIn({ booking_ref, last_name }: Sold): Promise<{ readonly guest: Guest; readonly page: Answer }> {
  const guest = aGuest();
  const answer = await guest.post('/manage', { booking_ref, last_name });
  if (answer.status !== 303) throw new Error(`not let in: ${answer.status}`);
  return { guest, page: await guest.get('/manage/booking') };
}

/** Sends a form that leads to another page, and opens that. */
async function follow(
  guest: Guest,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly path: string; readonly page: Answer }> {
  const answer = await guest.post(path, form);
  expect(answer.status).toBe(303);
  return { path: pathOf(answer), page: await guest.get(pathOf(answer)) };
}

/** A booking that tests look at and leave as it is. */
let car: Sold;
beforeAll(async () => {
  car = await sell('car');
});

describe('finding the booking', () => {
  test("the reference in small letters and the name without its accents open it, whoever sold it; the cookie is for this site's server alone", async () => {
    const { key } = await service.makeKey();
    const sold = await sell('hotel', undefined, { 'x-api-key': key });
    const guest = aGuest();
    const answer = await guest.post('/manage', {
      booking_ref: ` ${sold.booking_ref.toLowerCase()} `,
      last_name: 'bLý ',
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^bly_manage=[\w-]+; Path=\/manage; HttpOnly; SameSite=Lax; Max-Age=1800$/,
    );
    const page = await guest.get('/manage/booking');
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(wordsOf(page)).toContain(sold.booking_ref);
    expect(wordsOf(page)).toContain('you get everything back');
  });

  test('a reference without BLY- and with spaces opens it', async () => {
    const letters = car.booking_ref.slice('BLY-'.length).toLowerCase();
    for (const typed of [letters, `${letters.slice(0, 3)} ${letters.slice(3)}`, `bly${letters}`]) {
      expect((await aGuest().post('/manage', { booking_ref: typed, last_name: car.last_name })).status).toBe(303);
    }
  });

  test('a wrong name, a reference nobody has and one of no shape at all get the same page', async () => {
    const pages = await Promise.all(
      [car.booking_ref, 'BLY-ZZZZZZ', 'BLY-??'].map((ref) =>
        aGuest().post('/manage', { booking_ref: ref, last_name: 'Cochrane' }),
      ),
    );
    const [first, ...others] = pages.map(({ status, text }) => ({
      status,
      text: text.replace(/nonce="[^"]+"/g, '').replace(/value="BLY-[^"]+"/g, ''),
    }));
    expect(first?.status).toBe(404);
    expect(first?.text).toContain('No booking matches this reference and last name.');
    expect(others).toEqual([first, first]);
  });

  test("nothing typed is said beside the field; another site's form opens nothing", async () => {
    const empty = await aGuest().post('/manage', { booking_ref: '', last_name: '' });
    expect(empty.status).toBe(422);
    expect(empty.text).toContain('Enter the booking reference.');
    const foreign = await aGuest().post(
      '/manage',
      { booking_ref: car.booking_ref, last_name: car.last_name },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null]);
  });

  test('after ten wrong names for one reference even the right one is told to wait', async () => {
    const sold = await sell('hotel');
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push(
        (await aGuest().post('/manage', { booking_ref: sold.booking_ref, last_name: `Guess${guess}` })).status,
      );
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
    const refused = await aGuest().post('/manage', { booking_ref: sold.booking_ref, last_name: sold.last_name });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(wordsOf(refused)).toContain('Too many attempts');
  });
});

describe('the link of mails and of the page after the payment', () => {
  const dayMs = 24 * 60 * 60_000;
  const linkOf = async (sold: Sold, now?: Date): Promise<string> => {
    const { app } = service;
    const organizationId = await findGuestOrganization(app.db, 'booking', sold.booking_ref);
    if (organizationId === undefined) throw new Error('the booking is listed');
    const url = manageUrlOf(
      app,
      { organizationId, bookingRef: asBookingRef(sold.booking_ref) },
      now ?? (await app.organizationNow(organizationId)),
    );
    return url.slice(app.config.publicUrl.length);
  };

  test('opens the booking with nothing typed, and leaves the address bar at once', async () => {
    const guest = aGuest();
    const answer = await guest.get(`${await linkOf(car)}?locale=de`);
    expect([answer.status, pathOf(answer)]).toEqual([303, '/manage/booking?locale=de']);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^bly_manage=[\w-]+; Path=\/manage; HttpOnly; SameSite=Lax; Max-Age=1800$/,
    );
    const page = await guest.get(pathOf(answer));
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain(car.booking_ref);
  });

  test('only opens: scanners of mails that follow it, once or often, change nothing and use nothing up', async () => {
    const sold = await sell('hotel');
    // Links to documents are sealed anew for each answer.
    const read = async () => ({ ...(await readBooking(sold)), documents: [] });
    const before = await read();
    const path = await linkOf(sold);
    for (let look = 0; look < 3; look += 1) expect((await aGuest().get(path)).status).toBe(303);
    expect(await read()).toEqual(before);
    expect(pathOf(await aGuest().get(path))).toBe('/manage/booking?locale=en');
  });

  test('one altered, one of another kind, one of a booking that is not there and one that is over get the same answer, without a cookie', async () => {
    const path = await linkOf(car);
    const document = (await readBooking(car)).documents[0].url.split('/').at(-1);
    const { organizationId } = await service.makeKey();
    const gone = manageUrlOf(service.app, { organizationId, bookingRef: asBookingRef('BLY-ZZZZZZ') }, new Date());
    const dead = [
      `${path}x`,
      '/manage/open/made-up',
      `/manage/open/${document}`,
      gone.slice(service.app.config.publicUrl.length),
    ];
    for (const one of dead) {
      const answer = await aGuest().get(one);
      expect([answer.status, pathOf(answer), answer.headers.get('set-cookie')]).toEqual([
        303,
        '/manage?ended=link&locale=en',
        null,
      ]);
    }
    expect(wordsOf(await aGuest().get('/manage?ended=link'))).toContain(
      'This link no longer works. Find your booking with its reference and the last name.',
    );
  });

  test('works until 30 days after the last travel day, or after it was sent where that is later', () => {
    const lastArrivalAt = new Date('2027-03-01T12:00:00Z');
    const link = (madeAt: string) => ({
      organizationId: asId('organization', 'org_a'),
      bookingRef: asBookingRef('BLY-AAAAAA'),
      madeAt: new Date(madeAt),
    });
    const until = (days: number, from: Date) => new Date(from.getTime() + days * dayMs - 1);
    const early = link('2027-01-01T00:00:00Z');
    expect([
      isManageLinkValid(early, { lastArrivalAt }, until(30, lastArrivalAt)),
      isManageLinkValid(early, { lastArrivalAt }, new Date(lastArrivalAt.getTime() + 30 * dayMs)),
    ]).toEqual([true, false]);
    const late = link('2027-03-20T00:00:00Z');
    expect([
      isManageLinkValid(late, { lastArrivalAt }, until(30, late.madeAt)),
      isManageLinkValid(late, { lastArrivalAt }, new Date(late.madeAt.getTime() + 30 * dayMs)),
    ]).toEqual([true, false]);
  });
});

describe('the visit', () => {
  test("a cookie of somebody else's making, an altered one and one half an hour old lead to the way in", async () => {
    const { guest } = await signIn(car);
    for (const cookie of ['bly_manage=made-up', `${guest.cookie}x`]) {
      const answer = await aGuest(cookie).get('/manage/booking');
      expect([answer.status, pathOf(answer)]).toEqual([303, '/manage?ended=1&locale=en']);
    }
    expect((await guest.get('/manage/booking')).status).toBe(200);
    realTimeMs += halfHourMs;
    expect(pathOf(await guest.get('/manage/booking'))).toBe('/manage?ended=1&locale=en');
    expect(wordsOf(await aGuest().get('/manage?ended=1'))).toContain('Your visit has ended');
  });

  test("a form without its token, or with another visit's, changes nothing", async () => {
    const sold = await sell('hotel');
    const { guest } = await signIn(sold);
    const other = await signIn(sold);
    for (const csrf of ['', csrfOf(other.page)]) {
      const answer = await guest.post(`/manage/items/${itemOf(sold)}/give-up`, { csrf });
      expect(answer.status).toBe(403);
      expect(wordsOf(answer)).toContain('could not be trusted');
    }
    expect((await guest.post('/manage/sign-out', {})).status).toBe(403);
    expect(pathOf(await guest.post('/manage/sign-out', { csrf: csrfOf(await guest.get('/manage/booking')) }))).toBe(
      '/manage?locale=en',
    );
    expect(guest.cookie).toBe('bly_manage=');
  });

  test('items and changes of another booking are not there', async () => {
    const [mine, theirs] = [await sell('hotel'), await sell('hotel')];
    const [me, them] = [await signIn(mine), await signIn(theirs)];
    const asked = await follow(them.guest, `/manage/items/${itemOf(theirs)}/give-up`, { csrf: csrfOf(them.page) });
    expect((await me.guest.get(asked.path)).status).toBe(404);
    expect((await me.guest.post(asked.path, { csrf: csrfOf(me.page), action: 'confirm' })).status).toBe(404);
    expect((await me.guest.post(`/manage/items/${itemOf(theirs)}/give-up`, { csrf: csrfOf(me.page) })).status).toBe(
      404,
    );
    expect((await readBooking(theirs)).items[0].status).toBe('confirmed');
  });
});

describe('too much at once', () => {
  test('after twenty forms for one booking, whoever sends them, forms and searches wait; reading and other bookings do not', async () => {
    const mine = await sell('car');
    const [first, second, other] = [await signIn(mine), await signIn(mine), await signIn(car)];
    const ask = ({ guest, page }: typeof first, itemId: string) =>
      guest.post(`/manage/items/${itemId}/give-up`, { csrf: csrfOf(page) });
    // Time stands still: nothing comes back meanwhile.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? first : second, 'itm_none')),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array(20).fill(404));
    const refused = await ask(second, itemOf(mine));
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      wordsOf(refused).includes('One moment, please'),
    ]).toEqual([429, '2', true]);
    const form = `/manage/items/${itemOf(mine)}/change`;
    expect((await first.guest.get(`${form}?search=1`)).status).toBe(429);
    expect([(await first.guest.get(form)).status, (await first.guest.get('/manage/booking')).status]).toEqual([
      200, 200,
    ]);
    expect((await ask(other, itemOf(car))).status).toBe(303);
  });
});

describe('giving an item up', () => {
  test('a refundable flight: what comes back is said first, given back once however often it is confirmed, and stands on the receipt', async () => {
    const sold = await sell('flight', 'QAL');
    const { guest, page } = await signIn(sold);
    const [item] = (await readBooking(sold)).items;
    const [step] = item.cancellation_timeline.filter(
      ({ until }: { readonly until: string }) => new Date(until).getTime() > Date.now(),
    );
    const asked = await follow(guest, `/manage/items/${itemOf(sold)}/give-up`, { csrf: csrfOf(page) });
    const back = new Intl.NumberFormat('en-GB', { style: 'currency', currency: step.refund.currency }).format(
      step.refund.amount / 100,
    );
    expect(wordsOf(asked.page)).toContain(`You get ${back} back.`);
    for (const time of ['first', 'again']) {
      const { page: done } = await follow(guest, asked.path, { csrf: csrfOf(asked.page), action: 'confirm' });
      expect([time, done.status, wordsOf(done).includes(`${back} goes back to the card`)]).toEqual([time, 200, true]);
    }
    await service.drain();
    const after = await readBooking(sold);
    expect([after.status, after.items[0].status]).toEqual(['cancelled', 'refunded']);
    const refusal = await guest.post(`/manage/items/${itemOf(sold)}/give-up`, { csrf: csrfOf(page) });
    expect(refusal.status).toBe(409);
    const receipt = await aGuest().get(new URL(after.documents[0].url).pathname);
    expect(wordsOf(receipt)).toContain(`-${back}`);
  });

  test('an offer looked at for more than ten minutes has run out, and confirming it then changes nothing', async () => {
    const sold = await sell('car');
    const { guest, page } = await signIn(sold);
    const asked = await follow(guest, `/manage/items/${itemOf(sold)}/give-up`, { csrf: csrfOf(page) });
    await service.advance(601);
    expect(wordsOf(await guest.get(asked.path))).toContain('This offer has run out');
    expect((await guest.post(asked.path, { csrf: csrfOf(asked.page), action: 'confirm' })).status).toBe(409);
    expect((await readBooking(sold)).items[0].status).toBe('confirmed');
  });
});

describe('changing an item', () => {
  test('a flight to another day, paid for on the checkout page where it costs more', async () => {
    const sold = await sell('flight');
    const { guest } = await signIn(sold);
    const [item] = (await readBooking(sold)).items;
    const day = item.details.slices[0].segments[0].depart.time_local.slice(0, 10);
    const later = new Date(new Date(day).getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    const form = `/manage/items/${item.item_id}/change`;
    const past = await guest.get(`${form}?search=1&date_0=2020-01-01`);
    expect([past.status, wordsOf(past).includes('they must be in the future')]).toEqual([422, true]);
    const found = await guest.get(`${form}?search=1&date_0=${later}`);
    const [, offerId = ''] = /name="offer_id" value="([^"]+)"/.exec(found.text) ?? [];
    const asked = await follow(guest, form, { csrf: csrfOf(found), offer_id: offerId });
    expect(wordsOf(asked.page)).toContain('Change to this flight?');
    const answer = await guest.post(asked.path, { csrf: csrfOf(asked.page), action: 'confirm' });
    if (pathOf(answer).startsWith('/checkout/')) await payAt(pathOf(answer));
    await service.drain();
    expect(wordsOf(await guest.get(asked.path))).toContain('Your flight is changed');
    const after = await readBooking(sold);
    expect(after.items.map(({ status }: { readonly status: string }) => status)).toEqual(['exchanged', 'confirmed']);
    expect(after.items[1].details.slices[0].segments[0].depart.time_local.slice(0, 10)).toBe(later);
  });

  test('a car that costs the same elsewhere is exchanged at once; a stay has no such page', async () => {
    const [car, stay] = [await sell('car', 'even'), await sell('hotel')];
    const { guest } = await signIn(car);
    const form = `/manage/items/${itemOf(car)}/change`;
    const found = await guest.get(`${form}?search=1`);
    // Which cars are not certain is said before one is chosen.
    const offers = found.text.slice(found.text.indexOf('offers-heading')).split('<article').slice(1);
    const onRequest = offers.filter((offer) => offer.includes('On request: the rental company confirms it later.'));
    expect([offers.length > 1, onRequest.length]).toEqual([true, 1]);
    expect(onRequest[0]).toContain('on_request');
    const [, offerId = ''] = /name="offer_id" value="([^"]+)"/.exec(found.text) ?? [];
    const asked = await follow(guest, form, { csrf: csrfOf(found), offer_id: offerId });
    const { page } = await follow(guest, asked.path, { csrf: csrfOf(asked.page), action: 'confirm' });
    expect(wordsOf(page)).toContain('Your car is changed');
    expect((await (await signIn(stay)).guest.get(`/manage/items/${itemOf(stay)}/change`)).status).toBe(404);
  });
});

/** What a clock shows some minutes later. */
const laterBy = (minutes: number, clock: string): string =>
  new Date(Date.parse(`2030-01-01T${clock}:00Z`) + minutes * 60_000).toISOString().slice(11, 16);

test('what cannot be changed says why in the words of who decides, quoted and as text', async () => {
  const sold = await sell('car', 'not_exchangeable');
  const { guest } = await signIn(sold);
  const path = `/manage/items/${itemOf(sold)}/change?search=1&pick_up=${daysAhead(40)}T10:00&drop_off=${daysAhead(43)}T10:00`;
  const { text } = await guest.get(path);
  expect(text).toContain('This car cannot be changed here.');
  expect(text).toContain('Reason given: <q>The rental company does not exchange this rental.</q>');
  expect((await guest.get(`${path}&locale=de`)).text).toContain(
    'Angegebener Grund: <q lang="en">The rental company does not exchange this rental.</q>',
  );
});

test('a flight is changed by a calendar of fares that were published, in the reader’s words; other days have none', async () => {
  const sold = await sell('flight');
  const { guest } = await signIn(sold);
  const form = `/manage/items/${itemOf(sold)}/change`;
  const page = await guest.get(`${form}?locale=de`);
  const [calendar = ''] = /<section class="fare-calendar"[\s\S]*?<\/section>/.exec(page.text) ?? [];
  const days = [...calendar.matchAll(/<li[^>]*><a href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, href = '', inside = '']) => [href, inside.replace(/<[^>]+>/g, '')] as const,
  );
  expect(days.length).toBeGreaterThanOrEqual(28);
  const priced = days.filter(([, label]) => /\d\s?[€$£]/.test(label));
  const unknown = days.filter(([, label]) => label.includes('Preis nicht bekannt'));
  expect(priced.length).toBeGreaterThan(0);
  expect(priced.length + unknown.length).toBe(days.length);
  // The day of the link is the day of the form, and what was found stands beneath it.
  const [href = ''] = priced.find(([, label]) => !label.includes('gewählt')) ?? [];
  const path = href.replaceAll('&amp;', '&');
  const day = /date_0=([\d-]+)/.exec(path)?.[1] ?? '';
  const found = await guest.get(path);
  expect([found.status, found.text.includes(`value="${day}"`)]).toEqual([200, true]);
  // Nothing but days: whatever else stands in the address is no day.
  for (const from of ['x', '1999-01-01', '9999-12-31', '2027-02-31', '%00']) {
    const odd = await guest.get(`${form}?from_date_0=${from}`);
    expect([from, odd.status]).toEqual([from, 200]);
  }
});

test('offers are in the order that was asked for, ten of them open', async () => {
  const sold = await sell('flight');
  const { guest } = await signIn(sold);
  const form = `/manage/items/${itemOf(sold)}/change`;
  const day = /name="date_0"[^>]*value="([^"]+)"/.exec((await guest.get(form)).text)?.[1] ?? '';
  const clocks = async (sort: string) => {
    const { text } = await guest.get(`${form}?search=1&date_0=${day}&sort=${sort}`);
    const offers = text.slice(text.indexOf('offers-heading')).split('<article').slice(1);
    const [open = ''] = text.slice(text.indexOf('offers-heading')).split('<details class="more-offers"');
    return {
      open: open.split('<article').length - 1,
      all: offers.length,
      departures: offers.map((offer) => /<span class="clock">([0-9:]+)/.exec(offer)?.[1] ?? ''),
    };
  };
  const { all, open, departures } = await clocks('departure');
  expect(all).toBeGreaterThan(1);
  expect(open).toBe(Math.min(all, 10));
  expect(departures).toEqual(departures.toSorted());
  expect((await clocks('nonsense')).all).toBe(all);
});

test("a stay's rooms, beds and plans are said in the reader's language", async () => {
  const { guest } = await signIn(await sell('hotel'));
  const roomsIn = async (locale: string) =>
    /<ul class="rooms">[\s\S]*?<\/ul>/.exec((await guest.get(`/manage/booking?locale=${locale}`)).text)?.[0] ?? '';
  const english = await roomsIn('en');
  expect(english).toContain('class="segment-name"');
  for (const locale of ['de', 'fr', 'es', 'ja']) {
    const said = await roomsIn(locale);
    expect(said).not.toContain('lang="en"');
    const nameIn = (rooms: string) => /class="segment-name">([^<]+)/.exec(rooms)?.[1];
    expect([locale, nameIn(said)]).not.toEqual([locale, nameIn(english)]);
  }
});

test('cars are in the order that was asked for, ten of them open, each with what the counter asks for', async () => {
  const { guest } = await signIn(car);
  const form = `/manage/items/${itemOf(car)}/change`;
  const offersBy = async (sort: string) => {
    const { text } = await guest.get(`${form}?search=1&sort=${sort}`);
    const list = text.slice(text.indexOf('offers-heading'));
    const [open = ''] = list.split('<details class="more-offers"');
    const offers = list.split('<article').slice(1);
    const numbers = (pattern: RegExp) => offers.map((offer) => Number(pattern.exec(offer)?.[1] ?? -1));
    const costOf = (offer: string) => {
      const [, words = ''] = /offer-price"><strong>([^<]*)/.exec(offer) ?? [];
      const amount = Number(/[\d.,]+/.exec(words)?.[0].replaceAll(',', '') ?? 0);
      return /back/.test(words) ? -amount : amount;
    };
    return {
      text,
      open: open.split('<article').length - 1,
      costs: offers.map(costOf),
      seats: numbers(/(\d+) seats/),
      bags: offers.map((offer) =>
        [...offer.matchAll(/(\d+) (?:large|small) bag/g)].reduce((sum, [, count]) => sum + Number(count), 0),
      ),
    };
  };
  const [price, seats, bags] = [await offersBy('price'), await offersBy('seats'), await offersBy('bags')];
  expect(price.costs.length).toBeGreaterThan(10);
  expect(price.open).toBe(10);
  expect(price.costs).toEqual(price.costs.toSorted((a, b) => a - b));
  expect(new Set(price.costs).size).toBeGreaterThan(1);
  expect(seats.seats).toEqual(price.seats.toSorted((a, b) => b - a));
  expect(new Set(seats.seats).size).toBeGreaterThan(1);
  expect(bags.bags).toEqual(price.bags.toSorted((a, b) => b - a));
  expect((await offersBy('nonsense')).costs).toEqual(price.costs);
  expect(seats.text).toMatch(/<option value="seats" selected>/);
  // What is the same for all of them, the branch that was booked, is not said with each.
  const [, branch = ''] =
    /<dt>Pick-up<\/dt>[\s\S]*?<span class="below">(?:<[^>]+>)?([^<]+)/.exec((await guest.get(form)).text) ?? [];
  expect(branch).not.toBe('');
  expect(price.text.slice(price.text.indexOf('offers-heading')).split(branch).length - 1).toBe(0);
});

test('where other times are asked for, each car says them, with the opening hours of that day', async () => {
  const { guest } = await signIn(car);
  const form = `/manage/items/${itemOf(car)}/change`;
  const { text: before } = await guest.get(form);
  const [, pickUp = ''] = /name="pick_up"[^>]*value="([^"]+)"/.exec(before) ?? [];
  const [, dropOff = ''] = /name="drop_off"[^>]*value="([^"]+)"/.exec(before) ?? [];
  const later = `${dropOff.slice(0, 11)}${laterBy(30, dropOff.slice(11))}`;
  const hours = /<span class="quiet below">(Open [^<]+)<\/span><\/dd><\/div>\s*<\/dl>/.exec(before)?.[1] ?? 'no hours';
  const { text } = await guest.get(`${form}?search=1&pick_up=${pickUp}&drop_off=${later}`);
  const offers = text.slice(text.indexOf('offers-heading')).split('<article').slice(1);
  expect(offers.length).toBeGreaterThan(1);
  for (const offer of offers)
    for (const said of [`datetime="${pickUp}"`, `datetime="${later}"`, hours]) expect(offer).toContain(said);
});

test('a refund that people decide stands on the item it is of, in the reader’s language, until they have', async () => {
  const sold = await sell('flight', 'QAM');
  const { guest, page } = await signIn(sold);
  const asked = await follow(guest, `/manage/items/${itemOf(sold)}/give-up`, { csrf: csrfOf(page) });
  await follow(guest, asked.path, { csrf: csrfOf(asked.page), action: 'confirm' });
  await service.drain();
  const booking = await guest.get('/manage/booking');
  expect(wordsOf(booking)).toContain('Being changed');
  expect(wordsOf(booking)).toMatch(/Requested on .*Reference/i);
  expect(booking.text).not.toContain('class="badge badge-booked"');
  expect((await guest.get('/manage/booking?locale=ja')).text).toContain('変更手続き中');
});

test('a flight its airline has moved says so, and its new times are taken once', async () => {
  const sold = await sell('flight');
  const [item] = (await readBooking(sold)).items;
  expect(
    (await service.call('POST', `/v1/sandbox/bookings/${sold.booking_ref}/schedule_change`, { minutes: 95 })).status,
  ).toBe(200);
  const { guest, page } = await signIn(sold);
  expect(wordsOf(page)).toContain('The airline has moved this flight');
  expect(wordsOf(page)).toContain('cancel free of charge');
  expect(page.text).toMatch(/class="badge[^"]*">New times</);
  expect(page.text).toMatch(/<div class="was">[\s\S]*?<s class="clocks">/);
  expect(page.text).toMatch(/<div class="now">[\s\S]*?<span class="clocks">/);
  // The flight's own card below the notice, too: as it is flown, and as it was sold under its name.
  const [card = ''] = /<div class="slice">[\s\S]*?<details>/.exec(page.text) ?? [];
  const soldClock: string = item.details.slices[0].segments[0].depart.time_local.slice(11, 16);
  expect(card).toContain('New times');
  expect(/<span class="clock">(?<now>[0-9:]+)<\/span>/.exec(card)?.groups?.['now']).toBe(laterBy(95, soldClock));
  expect(card).toMatch(new RegExp(`Original times</dt><dd>[^<]*${soldClock}`));
  for (const time of ['first', 'again']) {
    const { page: after } = await follow(guest, `/manage/items/${itemOf(sold)}/accept-schedule`, {
      csrf: csrfOf(page),
    });
    expect([time, after.status, wordsOf(after).includes('The airline has moved this flight')]).toEqual([
      time,
      200,
      false,
    ]);
  }
  const [now] = (await readBooking(sold)).items;
  const minutesLater =
    (new Date(now.details.slices[0].segments[0].depart.time_local).getTime() -
      new Date(item.details.slices[0].segments[0].depart.time_local).getTime()) /
    60_000;
  expect(minutesLater).toBe(95);
});

test('after that, changing the way back alone shows both ways anew: a new ticket cannot hold the moved flight', async () => {
  const found = await service.call('POST', '/v1/flight_search', {
    origin: 'QAA',
    destination: 'QAL',
    departure_date: daysAhead(60),
    return_date: daysAhead(80),
  });
  const fare = found.body.live_offers[0].fares.find(
    (candidate: { fare_brand_code: string }) => candidate.fare_brand_code === 'FLEX',
  );
  const trip = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: fare.trip_item_token },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  await service.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id });
  const { booking_ref } = (await service.call('POST', '/v1/sandbox/pay', { trip_id: trip.body.trip_id, card: CARD_OK }))
    .body;
  await service.drain();
  await service.call('POST', `/v1/sandbox/bookings/${booking_ref}/schedule_change`, { minutes: 95 });
  const { item } = (await service.call('POST', '/v1/schedule_change_accept', { booking_ref, last_name: 'Bly' })).body;
  const { guest } = await signIn({ booking_ref, last_name: 'Bly', items: [item] });
  const shown = await guest.get(
    `/manage/items/${item.item_id}/change?search=1&date_0=${item.details.slices[0].segments[0].depart.time_local.slice(0, 10)}&date_1=${daysAhead(82)}`,
  );
  expect(wordsOf(shown)).not.toContain('cannot be changed here');
  expect(shown.text).toMatch(/name="offer_id" value="exo_/);
});

async function payAt(path: string): Promise<void> {
  const page = await aGuest().get(path);
  const form: Record<string, string> = {
    action: 'pay',
    card_number: CARD_OK,
    card_expiry: '12/34',
    card_security_code: '123',
    card_holder: 'Nellie Bly',
  };
  for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
    form[name] = value;
  expect((await aGuest().post(path, form)).status).toBe(303);
}

describe('documents', () => {
  test('itinerary and receipt open for whoever has the link, in five languages; an altered link opens nothing', async () => {
    const sold = await sell('flight');
    const { documents, items } = await readBooking(sold);
    expect(documents.map(({ type, title, media_type }: Record<string, string>) => [type, title, media_type])).toEqual([
      ['itinerary', 'Itinerary', 'text/html'],
      ['receipt', 'Receipt', 'text/html'],
    ]);
    const [itinerary, receipt] = documents.map(({ url }: { readonly url: string }) => new URL(url).pathname);
    const page = await aGuest().get(itinerary);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    for (const text of [
      sold.booking_ref,
      items[0].confirmation.confirmation_number,
      items[0].ticket_numbers[0],
      'Nellie Bly',
      'If you cancel',
    ])
      expect(wordsOf(page)).toContain(text);
    const titles = await Promise.all(
      ['en', 'fr', 'de', 'es', 'ja'].map(
        async (locale) => /<h1>(.*?)<\/h1>/.exec((await aGuest().get(`${receipt}?locale=${locale}`)).text)?.[1],
      ),
    );
    expect(titles).toEqual(['Receipt', 'Reçu', 'Zahlungsbeleg', 'Recibo', '領収書']);
    const broken = `${itinerary.slice(0, -2)}${itinerary.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await aGuest().get(broken)).status).toBe(404);
  });

  const statusesOf = (urls: readonly string[]) =>
    Promise.all(urls.map(async (url) => (await aGuest().get(new URL(url).pathname)).status));
  const urlsOf = async (sold: Sold): Promise<readonly string[]> =>
    (await readBooking(sold)).documents.map(({ url }: { readonly url: string }) => url);

  test('a link is over once the guest withdraws it, and the page has new ones; nobody else can withdraw it', async () => {
    const sold = await sell('flight');
    const before = await urlsOf(sold);
    const { guest, page } = await signIn(sold);
    expect((await aGuest().post('/manage/documents/withdraw', { csrf: csrfOf(page) })).headers.get('location')).toBe(
      '/manage?locale=en',
    );
    expect([
      (await guest.post('/manage/documents/withdraw', { csrf: 'made up' })).status,
      await statusesOf(before),
    ]).toEqual([403, [200, 200]]);
    const { page: after } = await follow(guest, '/manage/documents/withdraw', { csrf: csrfOf(page) });
    expect(wordsOf(after)).toContain('Links given out before no longer open anything.');
    const [broken, gone] = await Promise.all(
      [`${before[0]}x`, before[0] ?? ''].map((url) => aGuest().get(new URL(url).pathname)),
    );
    expect([gone?.status, gone && wordsOf(gone)]).toEqual([broken?.status, broken && wordsOf(broken)]);
    const shown = [...after.text.matchAll(/href="([^"]+\/documents\/[^"?]+)/g)].map(([, url = '']) => url);
    expect([await statusesOf(before), await statusesOf(shown), await statusesOf(await urlsOf(sold))]).toEqual([
      [404, 404],
      [200, 200],
      [200, 200],
    ]);
  });

  test('a link is over once what it shows was refunded', async () => {
    const sold = await sell('flight', 'QAL');
    const before = await urlsOf(sold);
    const { guest, page } = await signIn(sold);
    const asked = await follow(guest, `/manage/items/${itemOf(sold)}/give-up`, { csrf: csrfOf(page) });
    expect(await statusesOf(before)).toEqual([200, 200]);
    await follow(guest, asked.path, { csrf: csrfOf(asked.page), action: 'confirm' });
    await service.drain();
    expect([await statusesOf(before), await statusesOf(await urlsOf(sold))]).toEqual([[404, 404], [200]]);
  });
});
