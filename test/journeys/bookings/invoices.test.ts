import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueDocuments } from '../../../src/invoices/issue-documents.ts';
import { asBookingRef, asId } from '../../../src/platform/ids.ts';
import { type MailServer, startMailServer } from '../../support/service/mail-server.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, daysAhead } from '../../support/faults/trip-journeys.ts';

const LEGAL = {
  name: 'Nordwind Reisen GmbH',
  address: { lines: ['Hafenstraße 1'], postal_code: '20457', city: 'Hamburg' },
  country: 'DE',
  vat_id: 'DE136695976',
};
type Body = Answer['body'];
type Headers = Readonly<Record<string, string>>;
let service: TestService;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  service = await startService({ config: { smtp: mails.smtp, mailFrom: 'Nordwind <trips@nordwind.example>' } });
});
afterAll(async () => {
  await service.close();
  await mails.close();
});

async function makeSeller(more: object = { legal: LEGAL }): Promise<Headers> {
  const { key } = await service.makeKey();
  const headers = { 'x-api-key': key };
  await service.call('PUT', '/v1/organization', { name: 'Nordwind Reisen', ...more }, headers);
  return headers;
}

const organizationOf = async (headers: Headers): Promise<string> =>
  (await service.call('GET', '/v1/account', undefined, headers)).body.organization.organization_id;

interface Booked {
  readonly ref: string;
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly headers: Headers;
}
async function bookedBy(
  headers: Headers,
  kind: 'flight' | 'hotel' | 'car' | 'trip',
  more: object = {},
): Promise<Booked> {
  const { body, text } = await service.call('POST', '/v1/sandbox/bookings', { kind, ...more }, headers);
  if (body.booking_ref === undefined) throw new Error(text);
  await settle(headers);
  return { ref: body.booking_ref, pair: { booking_ref: body.booking_ref, last_name: body.last_name }, headers };
}
/** To a minute before an instant. */
async function advanceTo({ headers }: Booked, until: string): Promise<void> {
  const { now } = (await service.call('GET', '/v1/sandbox/clock', undefined, headers)).body;
  const seconds = Math.floor((Date.parse(until) - Date.parse(now)) / 1000) - 60;
  await service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, headers);
}

/** Jobs, and two seconds later the mails. */
async function settle(headers: Headers): Promise<void> {
  await service.drain();
  await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 3 }, headers);
  await service.drain();
}
const call = async ({ headers }: Booked, path: string, body: object): Promise<Body> =>
  (await service.call('POST', path, body, headers)).body;
const bookingOf = async ({ ref, headers }: Booked): Promise<Body> =>
  (await service.call('GET', `/v1/bookings/${ref}`, undefined, headers)).body.booking;
const invoicesOf = async ({ ref, headers }: Booked): Promise<readonly Body[]> =>
  (await service.call('GET', `/v1/bookings/${ref}/invoices`, undefined, headers)).body.invoices;
const numbers = (invoices: readonly Body[]) => invoices.map(({ type, number }) => `${type} ${number}`);

/** What the customer has paid net, as the ledger says. */
async function paidNet(booked: Booked): Promise<number> {
  const { trip_id: tripId } = await bookingOf(booked);
  const { entries } = (await service.call('GET', `/v1/trip/${tripId}/ledger`, undefined, booked.headers)).body;
  return entries
    .flatMap(({ lines }: Body) => lines)
    .filter(({ account }: Body) => account === 'processor_cash')
    .reduce(
      (sum: number, { direction, amount }: Body) => sum + (direction === 'debit' ? amount.value : -amount.value),
      0,
    );
}
const invoicedNet = (invoices: readonly Body[]): number =>
  invoices.reduce((sum, { type, total }) => sum + (type === 'invoice' ? total.value : -total.value), 0);
const linesAddUp = ({ total, lines }: Body): boolean =>
  lines.reduce((sum: number, { amount }: Body) => sum + amount.value, 0) === total.value;

/** One of the items that stand. */
async function standingOf(booked: Booked, at: number): Promise<Body | undefined> {
  const standing = (await bookingOf(booked)).items.filter(({ status }: Body) => status === 'confirmed');
  return standing[at % Math.max(standing.length, 1)];
}

const CANCEL_PATHS: Readonly<Record<string, string>> = { hotel: '/v1/hotel_cancel', car: '/v1/car_cancel' };
/** Gives a standing item up by the terms; answers what comes back, undefined where it cannot be given up. */
async function giveUp(booked: Booked, at = 0): Promise<number | undefined> {
  const standing = await standingOf(booked, at);
  if (standing === undefined) return undefined;
  const item = { ...booked.pair, item_id: standing.item_id };
  const path = CANCEL_PATHS[standing.kind];
  const quoted = await call(booked, path ?? '/v1/refund_check', { ...item, ...(path && { action: 'preview' }) });
  if (!quoted.quote_id) return undefined;
  await call(booked, path ?? '/v1/refund_commit', {
    ...item,
    quote_id: quoted.quote_id,
    ...(path && { action: 'commit' }),
  });
  await settle(booked.headers);
  return quoted.refund_amount?.value ?? 0;
}

/** Exchanges the standing flight or car for another day, paying what it costs; false where nothing is offered. */
async function exchange(booked: Booked, ahead: number): Promise<boolean> {
  const standing = await standingOf(booked, ahead);
  const item = { item_id: standing?.item_id };
  if (standing?.kind === 'flight') {
    const shop = await call(booked, '/v1/exchange_shop', {
      ...booked.pair,
      ...item,
      preferred_departure_date: daysAhead(ahead),
    });
    const [offer] = shop.offers ?? [];
    if (offer === undefined) return false;
    const quoted = await call(booked, '/v1/exchange_price', { ...booked.pair, offer_id: offer.offer_id });
    const done = await call(booked, '/v1/exchange_commit', {
      ...booked.pair,
      session_reference: quoted.session_reference,
      ...(quoted.total_due?.value > 0 && { shared_payment_token: 'spt_test_ok' }),
    });
    await settle(booked.headers);
    return done.error === undefined;
  }
  if (standing?.kind !== 'car') return false;
  const preview = await call(booked, '/v1/car_exchange_preview', {
    ...booked.pair,
    ...item,
    pick_up_date_time: `${daysAhead(ahead)}T10:00:00`,
    drop_off_date_time: `${daysAhead(ahead + 3)}T10:00:00`,
  });
  const offer = preview.offers?.at(ahead % 2 === 0 ? 0 : -1);
  if (offer === undefined) return false;
  const done = await call(booked, '/v1/car_exchange_commit', {
    ...booked.pair,
    exchange_id: preview.exchange_id,
    exchange_offer_token: offer.exchange_offer_token,
    ...(offer.delta.direction === 'add_collect' && { shared_payment_token: 'spt_test_ok' }),
  });
  await settle(booked.headers);
  return done.error === undefined;
}

const read = async (url: string) => {
  const answer = await fetch(url, { headers: { 'accept-language': 'en' } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('what was issued', () => {
  test('goes along with the mail that says so: the invoice, then the credit note, and the trip as a calendar', async () => {
    const headers = await makeSeller();
    const before = mails.received.length;
    const booked = await bookedBy(headers, 'hotel');
    const [confirmed] = mails.received.slice(before);
    expect(confirmed?.attachments.map(({ name, type, disposition }) => [name, type, disposition])).toEqual([
      [`${booked.ref}.ics`, 'text/calendar', 'attachment'],
      ['invoice-1.pdf', 'application/pdf', 'attachment'],
    ]);
    const [calendar, pdf] = confirmed?.attachments ?? [];
    expect(calendar?.content.toString('utf8')).toMatch(
      /^BEGIN:VCALENDAR\r?\n[\s\S]*STATUS:CONFIRMED[\s\S]*END:VCALENDAR/,
    );
    expect(pdf?.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf?.content.subarray(-6).toString()).toContain('%%EOF');
    const [, url = ''] = /Invoice number 1: (\S+)/.exec(confirmed?.text ?? '') ?? [];
    expect((await read(url)).bytes.toString()).toContain('Nordwind Reisen GmbH');
    const raw = confirmed?.raw.length ?? 0;
    expect(raw).toBeLessThan(600_000);

    await giveUp(booked);
    const refunded = mails.received.at(-1);
    expect(refunded?.attachments.map(({ name }) => name)).toEqual([`${booked.ref}.ics`, 'credit-note-1.pdf']);
    expect(refunded?.attachments[0]?.content.toString('utf8')).toContain('STATUS:CANCELLED');
    const [, note = ''] = /Credit note number 1: (\S+)/.exec(refunded?.text ?? '') ?? [];
    expect((await read(note)).bytes.toString()).toContain('Credit to invoice number 1');
  });

  test('is nothing without a legal entity: then the mail has the calendar alone', async () => {
    const headers = await makeSeller({});
    const booked = await bookedBy(headers, 'car');
    expect(mails.received.at(-1)?.attachments.map(({ name }) => name)).toEqual([`${booked.ref}.ics`]);
    expect(await invoicesOf(booked)).toEqual([]);
    // Said later, it is said for what was sold before.
    await service.call('PUT', '/v1/organization', { name: 'Nordwind Reisen', legal: LEGAL }, headers);
    service.app.sellers.forget(asId('organization', await organizationOf(headers)));
    expect(numbers(await invoicesOf(booked))).toEqual(['invoice 1']);
  });

  test('stays as it was: seller, lines and total, whatever becomes of the booking; nothing can rewrite it', async () => {
    const booked = await bookedBy(await makeSeller(), 'flight');
    const [issued] = await invoicesOf(booked);
    expect(issued).toMatchObject({ type: 'invoice', number: 1, cause: 'sale', corrects: [] });
    expect(linesAddUp(issued)).toBe(true);
    const page = async (invoice: Body) =>
      (await read(invoice.url)).bytes.toString().replace(/<script[\s\S]*|<style[\s\S]*?<\/style>/g, '');
    const before = /<section[\s\S]*<\/section>/.exec(await page(issued))?.[0];
    await exchange(booked, 66);
    await giveUp(booked);
    await service.call(
      'PUT',
      '/v1/organization',
      { name: 'Another', legal: { ...LEGAL, name: 'Another GmbH' } },
      booked.headers,
    );
    const [after, ...others] = await invoicesOf(booked);
    expect({ ...after, url: '' }).toEqual({ ...issued, url: '' });
    expect(/<section[\s\S]*<\/section>/.exec(await page(after))?.[0]).toBe(before);
    for (const document of others) {
      const text = await page(document);
      expect([document.type, text.includes('Nordwind Reisen GmbH'), text.includes('Another GmbH')]).toEqual([
        document.type,
        true,
        false,
      ]);
    }
    for (const statement of [
      sql`update issued_document set total = 1 where booking_ref = ${booked.ref}`,
      sql`delete from issued_document where booking_ref = ${booked.ref}`,
    ])
      await expect(statement.execute(service.app.db.q)).rejects.toThrow('issue another');
  });

  test('has its taxes taken back with a line that comes back whole, and with no other', async () => {
    const booked = await bookedBy(await makeSeller(), 'hotel');
    const [{ lines: sold }] = await invoicesOf(booked);
    expect(sold[0].taxes.value).toBeGreaterThan(0);
    const refunded = await giveUp(booked);
    const [, note] = await invoicesOf(booked);
    expect([refunded, note.total.value, note.corrects]).toEqual([sold[0].amount.value, sold[0].amount.value, [1]]);
    expect(note.lines).toEqual(sold);

    const late = await bookedBy(booked.headers, 'hotel');
    const [{ lines: whole }] = await invoicesOf(late);
    const steps = (await bookingOf(late)).items[0].cancellation_timeline;
    const step = steps.find(({ refund }: Body) => refund.amount > 0 && refund.amount < whole[0].amount.value);
    await advanceTo(late, step.until);
    expect(await giveUp(late)).toBe(step.refund.amount);
    const [, part] = await invoicesOf(late);
    expect(part.lines).toEqual([{ what: 'item', item_id: whole[0].item_id, amount: part.total }]);
    expect([part.total.value, part.corrects]).toEqual([step.refund.amount, [2]]);
  });
});

test('numbers of each kind have no gaps, by each seller, however many are issued at once', async () => {
  const [one, other] = [await makeSeller(), await makeSeller()];
  const booked = [
    await bookedBy(one, 'car'),
    await bookedBy(one, 'hotel'),
    await bookedBy(one, 'car'),
    await bookedBy(other, 'car'),
  ];
  await Promise.all(booked.slice(0, 3).map((one) => giveUp(one)));
  const all = await Promise.all([...booked, ...booked].map(invoicesOf));
  const ofOne = all.slice(0, 3).flatMap(numbers).toSorted();
  expect(ofOne.filter((name) => name.startsWith('invoice'))).toEqual(['invoice 1', 'invoice 2', 'invoice 3']);
  const notes = ofOne.filter((name) => name.startsWith('credit'));
  expect(notes).toEqual(notes.map((_name, at) => `credit_note ${at + 1}`));
  expect(notes.length).toBeGreaterThan(0);
  expect(all.slice(0, 4).map(numbers)).toEqual(all.slice(4).map(numbers));
  expect(numbers(all[3] ?? [])).toEqual(['invoice 1']);
});

test('links lead nobody to the document of another booking', async () => {
  const headers = await makeSeller();
  const [mine, theirs] = [await bookedBy(headers, 'car'), await bookedBy(headers, 'car')];
  const [[first], [second]] = [await invoicesOf(mine), await invoicesOf(theirs)];
  const crossed = first.url.replace(/\d+$/, String(second.number));
  expect(first.number).not.toBe(second.number);
  expect([(await read(first.url)).status, (await read(crossed)).status, (await read(`${crossed}/pdf`)).status]).toEqual(
    [200, 404, 404],
  );
  expect((await read(`${first.url}/pdf`)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await read(first.url.replace('/invoices/', '/credit-notes/'))).status).toBe(404);
  const { documents } = await bookingOf(mine);
  const itinerary = documents.find(({ type }: Body) => type === 'itinerary').url;
  expect([
    (await read(itinerary)).status,
    (await read(`${itinerary}/invoices/${first.number}`)).status,
    (await read(`${itinerary}/invoices/${first.number}/pdf`)).status,
  ]).toEqual([200, 404, 404]);
});

test('whatever is changed, exchanged and given up, invoices less credit notes are what the ledger says was paid', async () => {
  const headers = await makeSeller();
  const step = fc.record({ isGivenUp: fc.boolean(), ahead: fc.constantFrom(40, 60, 63, 66, 69, 75) });
  const kind = fc.constantFrom('flight' as const, 'car' as const, 'trip' as const);
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(kind, fc.array(step, { minLength: 1, maxLength: 3 }), async (of, steps) => {
      const booked = await bookedBy(headers, of);
      for (const { isGivenUp, ahead } of steps) {
        await (isGivenUp ? giveUp(booked, ahead) : exchange(booked, ahead));
        const invoices = await invoicesOf(booked);
        for (const { type, lines } of invoices)
          for (const { what } of lines) seen.set(`${type} ${what}`, (seen.get(`${type} ${what}`) ?? 0) + 1);
        expect(invoicedNet(invoices)).toBe(await paidNet(booked));
        expect(invoices.every(linesAddUp)).toBe(true);
        // Also of an item that an exchange has put in the place of the one that was invoiced.
        for (const { type, corrects } of invoices) if (type === 'credit_note') expect(corrects).not.toEqual([]);
        expect(new Set(invoices.map(({ cause }) => cause)).size).toBe(invoices.length);
      }
    }),
    { numRuns: 12, seed: 20_261_128 },
  );
  // The run has seen sales, exchanges that cost and that gave back, and items given up.
  expect([...seen.keys()].toSorted()).toEqual(
    expect.arrayContaining(['credit_note difference', 'credit_note item', 'invoice difference', 'invoice item']),
  );
}, 240_000);

test('an erased traveler is on no document any more, and its amounts stay', async () => {
  const headers = await makeSeller();
  const booked = await bookedBy(headers, 'hotel');
  const [issued] = await invoicesOf(booked);
  const lead = (await bookingOf(booked)).travelers[0];
  expect((await read(issued.url)).bytes.toString()).toContain(lead.last_name);
  await sql`update booking set travelers = '[]'::jsonb, contact = '{"email":"","phone":""}'::jsonb, personal_data_erased_at = now()
    where booking_ref = ${booked.ref}`.execute(service.app.db.q);
  const [row] = (
    await sql<{ body: unknown }>`select body from issued_document where booking_ref = ${booked.ref}`.execute(
      service.app.db.q,
    )
  ).rows;
  expect(JSON.stringify(row?.body)).not.toContain(lead.last_name);
  const page = await read(issued.url);
  expect([page.status, page.bytes.toString().includes(lead.last_name)]).toEqual([200, false]);
  expect((await invoicesOf(booked))[0].total).toEqual(issued.total);
});

test('a number given before documents were frozen is kept, and its lines are frozen when it is next looked at', async () => {
  const headers = await makeSeller({});
  const booked = await bookedBy(headers, 'car');
  const organizationId = asId('organization', await organizationOf(headers));
  await sql`insert into issued_document (organization_id, booking_ref, cause, kind, number, issued_at, seller)
    values (${organizationId}, ${booked.ref}, 'sale', 'invoice', 7, now(), ${JSON.stringify({ name: 'Before', address: { lines: [], city: 'Hamburg' }, country: 'DE' })}::jsonb)`.execute(
    service.app.db.q,
  );
  const [issued] = await issueDocuments(service.app, { organizationId, bookingRef: asBookingRef(booked.ref) });
  expect(issued).toMatchObject({ number: 7, cause: 'sale', seller: { name: 'Before' } });
  expect(issued?.total.value).toBe(await paidNet(booked));
});

test('the receipt says with which card it was paid, as far as the processor said so', async () => {
  const headers = await makeSeller();
  const booked = await bookedBy(headers, 'car');
  const receipt = (await bookingOf(booked)).documents.find(({ type }: Body) => type === 'receipt').url;
  const text = (await read(receipt)).bytes.toString();
  expect([CARD_OK.slice(-4), /Paid on [^<]* with Visa ending in 4242/.test(text)]).toEqual(['4242', true]);
  expect(text).toContain('data-print hidden>Print</button>');
});
