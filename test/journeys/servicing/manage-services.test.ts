import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, daysAhead } from '../../support/faults/trip-journeys.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Guest {
  get(path: string): Promise<Answer>;
  post(path: string, form: Readonly<Record<string, string>>): Promise<Answer>;
}

/** A browser without scripts that has found a booking: keeps its cookie and sends forms. */
async function signIn(pair: { readonly booking_ref: string; readonly last_name: string }): Promise<Guest> {
  const jar = { cookie: '' };
  const send = async (method: string, path: string, body?: string): Promise<Answer> => {
    const answer = await service.call(method, path, body, {
      'x-api-key': '',
      'accept-language': 'en',
      ...(jar.cookie && { cookie: jar.cookie }),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    });
    const [set] = (answer.headers.get('set-cookie') ?? '').split(';');
    if (set) jar.cookie = set;
    return answer;
  };
  const guest: Guest = {
    get: (path) => send('GET', path),
    post: (path, form) => send('POST', path, new URLSearchParams(form).toString()),
  };
  expect((await guest.post('/manage', pair)).status).toBe(303);
  return guest;
}

const csrfOf = (page: Answer): string => /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
const fieldOf = (page: Answer, begin: string): string =>
  new RegExp(`name="(${begin}[^"]+)"`).exec(page.text)?.[1] ?? '';
const fieldValue = (page: Answer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? '';
const textOf = (page: Answer): string =>
  page.text
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('a guest adds a bag and a seat without a script: chosen, seen with its price, paid, and on the booking', async () => {
  const sold = (await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight', scenario: 'QAL' })).body;
  const guest = await signIn(sold);
  const path = `/manage/items/${sold.items[0].item_id}/services`;
  expect((await guest.get('/manage/booking')).text).toContain(`href="${path}?locale=en"`);

  const form = await guest.get(path);
  expect(textOf(form)).toContain('Nellie Bly: Checked bag, 23 kg');
  expect(textOf(form)).toContain('Nellie Bly: seat on Q1');
  const csrf = csrfOf(form);
  const [bag, seat] = [fieldOf(form, 'bag:'), fieldOf(form, 'seat:')];
  const seatNumber = /<option value="(\d+[A-Z])"/.exec(form.text)?.[1] ?? '';

  const nothing = await guest.post(path, { csrf, [bag]: '0', [seat]: '' });
  expect([nothing.status, textOf(nothing).includes('Choose a bag or a seat first.')]).toEqual([422, true]);
  const tooMany = await guest.post(path, { csrf, [bag]: '9', [seat]: seatNumber });
  expect([tooMany.status, textOf(tooMany).includes('Choose again.')]).toEqual([422, true]);
  // What was chosen stays chosen.
  expect(tooMany.text).toContain(`<option value="${seatNumber}" selected>`);
  expect((await guest.post(path, { csrf, [bag]: 'two', [seat]: '' })).status).toBe(422);
  expect((await guest.post(path, { csrf: 'x', [bag]: '1' })).status).toBe(403);

  const quoted = await guest.post(path, { csrf, [bag]: '1', [seat]: seatNumber });
  expect(quoted.status).toBe(303);
  const review = quoted.headers.get('location') ?? '';
  const shown = await guest.get(review);
  expect(textOf(shown)).toContain('Add this to your flight?');
  expect(textOf(shown)).toContain(`Seat ${seatNumber}`);
  const due = /Continue and pay (\$[\d.]+|US\$[\d.]+)/.exec(textOf(shown))?.[1];
  expect(due).toBeDefined();

  const confirmed = await guest.post(review, { csrf: csrfOf(shown), action: 'confirm' });
  const checkout = confirmed.headers.get('location') ?? '';
  expect(checkout).toContain('/checkout/cs_');
  expect(textOf(await guest.get(review))).toContain('Payment is still open');
  const session_id = /cs_\w+/.exec(checkout)?.[0];
  expect((await service.call('POST', '/v1/sandbox/pay', { session_id, card: CARD_OK })).status).toBe(200);
  await service.drain();
  const done = textOf(await guest.get(review));
  expect(done).toContain('It is added to your flight');
  expect(done).toContain(`You paid ${due}.`);
  const booking = textOf(await guest.get('/manage/booking'));
  expect(booking).toContain(`Seat ${seatNumber}`);
  expect(booking).toContain('Checked bag, 23 kg');
});

test('who changes a flight reads before the decision, where it is paid and in the mail that bags and seats stay behind, where there are any', async () => {
  const sold = (await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight', scenario: 'QAL' })).body;
  const guest = await signIn(sold);
  const form = `/manage/items/${sold.items[0].item_id}/change`;
  const lost = 'they are neither carried over nor paid back';
  const visit = async () => {
    const list = await guest.get(`${form}?search=1&date_0=${daysAhead(60)}`);
    const quoted = await guest.post(form, { csrf: csrfOf(list), offer_id: fieldValue(list, 'offer_id') });
    const review = await guest.get(quoted.headers.get('location') ?? '');
    expect(textOf(review)).toContain('Change to this flight?');
    const confirmed = await guest.post(quoted.headers.get('location') ?? '', {
      csrf: csrfOf(review),
      action: 'confirm',
    });
    const payPage = await guest.get(confirmed.headers.get('location') ?? '');
    expect(textOf(payPage)).toContain('Price difference');
    return { checkout: confirmed.headers.get('location') ?? '', pages: [list, review, payPage] };
  };
  const says = ({ pages }: Awaited<ReturnType<typeof visit>>) => pages.map((page) => textOf(page).includes(lost));
  expect(says(await visit())).toEqual([false, false, false]);
  const { bags } = (await service.call('POST', '/v1/add_services_check', pairOf(sold))).body;
  const selections = [{ offer_id: bags[0].offer_id, quantity: 1 }];
  const { quote_id } = (await service.call('POST', '/v1/add_services_check', { ...pairOf(sold), selections })).body;
  const bought = { ...pairOf(sold), quote_id, shared_payment_token: 'spt_test_ok' };
  expect((await service.call('POST', '/v1/add_services_commit', bought)).body.status).toBe('confirmed');
  const loses = await visit();
  expect(says(loses)).toEqual([true, true, true]);
  const session_id = /cs_\w+/.exec(loses.checkout)?.[0];
  await service.call('POST', '/v1/sandbox/pay', { session_id, card: CARD_OK });
  await service.advance(2);
  await service.drain();
  const folder = join(service.dataDir, 'outbox');
  const mails = readdirSync(folder)
    .filter((name) => name.endsWith('.changed.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\s+/g, ' '))
    .filter((text) => text.includes(sold.booking_ref));
  // The bag that was added has a mail of its own.
  expect(mails.map((text) => text.includes(lost)).sort()).toEqual([false, true]);
});

test('a flight that was given back has no such page, and a stay never has', async () => {
  const sold = (await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight', scenario: 'QAL' })).body;
  const guest = await signIn(sold);
  const { quote_id } = (await service.call('POST', '/v1/refund_check', pairOf(sold))).body;
  await service.call('POST', '/v1/refund_commit', { ...pairOf(sold), quote_id });
  expect((await guest.get('/manage/booking')).text).not.toContain('/services');
  const path = `/manage/items/${sold.items[0].item_id}/services`;
  expect(textOf(await guest.get(path))).toContain('Nothing more can be added to this flight here.');

  const stay = (await service.call('POST', '/v1/sandbox/bookings', { kind: 'hotel' })).body;
  const other = await signIn(stay);
  expect((await other.get(`/manage/items/${stay.items[0].item_id}/services`)).status).toBe(404);
  expect((await other.get(path)).status).toBe(404);
});

test('a price that moved before the guest says yes is shown as that, and nothing is charged', async () => {
  const sold = (await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight', scenario: 'QAF' })).body;
  const guest = await signIn(sold);
  const path = `/manage/items/${sold.items[0].item_id}/services`;
  const form = await guest.get(path);
  const quoted = await guest.post(path, { csrf: csrfOf(form), [fieldOf(form, 'bag:')]: '1' });
  const review = quoted.headers.get('location') ?? '';
  const shown = await guest.get(review);
  await service.advance(300);
  const answer = await guest.post(review, { csrf: csrfOf(shown), action: 'confirm' });
  expect(answer.status).toBe(409);
});

function pairOf({ booking_ref, last_name }: { readonly booking_ref: string; readonly last_name: string }) {
  return { booking_ref, last_name };
}
