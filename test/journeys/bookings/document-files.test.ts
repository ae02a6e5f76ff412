import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFonts, piecesOf, readFonts } from '../../../src/manage/paper/paper-fonts.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const LEGAL = {
  name: 'Przewóz Łódź Sp. z o.o.',
  address: { lines: ['ul. Piotrkowska 1'], postal_code: '90-001', city: 'Łódź' },
  country: 'PL',
  vat_id: 'PL8567346215',
};
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Kind = 'flight' | 'hotel' | 'car';
interface Documents {
  readonly ref: string;
  readonly lastName: string;
  readonly receipt: string;
  readonly itinerary: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function bookedBy(headers: Readonly<Record<string, string>>, kind: Kind = 'flight'): Promise<Documents> {
  const { body } = await service.call('POST', '/v1/sandbox/bookings', { kind }, headers);
  const booking = (await service.call('GET', `/v1/bookings/${body.booking_ref}`, undefined, headers)).body.booking;
  const urlOf = (type: string): string =>
    booking.documents.find((document: { readonly type: string }) => document.type === type)?.url ?? '';
  return {
    ref: body.booking_ref,
    lastName: body.last_name,
    receipt: urlOf('receipt'),
    itinerary: urlOf('itinerary'),
    headers,
  };
}
/** An organization of its own, with or without a legal entity. */
async function makeSeller(more: object): Promise<Readonly<Record<string, string>>> {
  const { key } = await service.makeKey();
  const headers = { 'x-api-key': key };
  expect((await service.call('PUT', '/v1/organization', { name: 'Łódź Travel', ...more }, headers)).status).toBe(200);
  return headers;
}
const read = async (url: string) => {
  const answer = await fetch(url, { headers: { 'accept-language': 'en' } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const numberOf = async (url: string) => /Invoice number (\d+)/.exec((await read(url)).bytes.toString())?.[1];

describe('an invoice', () => {
  test('is numbered from 1 without gaps, by each seller, however many are looked at at once', async () => {
    const [one, other] = [await makeSeller({ legal: LEGAL }), await makeSeller({ legal: LEGAL })];
    const [first, second, third] = [await bookedBy(one), await bookedBy(one), await bookedBy(one)];
    const numbers = await Promise.all([first, second, third, first, second].map(({ receipt }) => numberOf(receipt)));
    expect(new Set(numbers)).toEqual(new Set(['1', '2', '3']));
    expect([numbers[0], numbers[1]]).toEqual([numbers[3], numbers[4]]);
    expect(await numberOf((await bookedBy(other)).receipt)).toBe('1');
    expect(await numberOf(first.receipt)).toBe(numbers[0]);
  });

  test('names who issued it then, also after they say something else', async () => {
    const headers = await makeSeller({ legal: LEGAL });
    const { receipt } = await bookedBy(headers);
    const issued = (await read(receipt)).bytes.toString();
    expect(issued).toContain('Przewóz Łódź Sp. z o.o.');
    expect(issued).toContain('VAT number PL8567346215');
    await service.call('PUT', '/v1/organization', { name: 'Łódź Travel' }, headers);
    expect((await read(receipt)).bytes.toString()).toContain('Przewóz Łódź Sp. z o.o.');
    // Without a legal entity the next receipt is none.
    const plain = (await read((await bookedBy(headers)).receipt)).bytes.toString();
    expect([plain.includes('Invoice'), plain.includes('<h1>Receipt</h1>')]).toEqual([false, true]);
  });
});

describe('a receipt as PDF', () => {
  test('is under the link of its page, in five languages, for nobody else and in no cache', async () => {
    const { receipt, itinerary } = await bookedBy(await makeSeller({ legal: LEGAL, colour: '#0b5c4a' }));
    for (const locale of ['en', 'fr', 'de', 'es', 'ja']) {
      const { status, headers, bytes } = await read(`${receipt}/pdf?locale=${locale}`);
      expect([
        locale,
        status,
        bytes.subarray(0, 5).toString(),
        bytes.toString('latin1').includes(`(${locale})`),
      ]).toEqual([locale, 200, '%PDF-', true]);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'no-store',
        'content-disposition': expect.stringMatching(/^attachment; filename="BLY-\w{6}\.pdf"$/),
        'referrer-policy': 'no-referrer',
      });
    }
    expect((await read(`${itinerary}/pdf`)).status).toBe(404);
    expect((await read(`${service.url}/documents/forged/pdf`)).status).toBe(404);
    expect((await read(`${service.url}/documents/forged/calendar`)).status).toBe(404);
  });

  test('asked for over and over is refused for a while', async () => {
    const { receipt } = await bookedBy(await makeSeller({}));
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await read(`${receipt}/pdf`)).status));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
    expect(statuses).toContain(429);
  });

  test.each([400, 700] as const)('has every letter of names and of the five languages in weight %i', (weight) => {
    const files = readFonts(weight);
    const set = openFonts(files);
    for (const text of [
      'Łódź Ñuñoa Þór Ærø Çelik Đặng Ștefan Ελλάδα Київ',
      '東京都リスボン 請求書',
      '€ £ ¥ ₩ zł – “ ”',
    ]) {
      const missing = piecesOf(set, text).flatMap(({ font, text: piece }) => {
        const opened = set.fonts[set.names.indexOf(font)];
        return [...piece].filter((letter) => !opened?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
      });
      expect([text, missing]).toEqual([text, []]);
    }
  });
});

describe('a trip as a calendar', () => {
  const eventsOf = (text: string) =>
    text
      .replaceAll(/\r\n[ \t]/g, '')
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) => Object.fromEntries(event.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2))));

  test('has each flight at its instants; cancelled, it is there as cancelled under the same id', async () => {
    const booked = await bookedBy(await makeSeller({}));
    const calendar = await read(`${booked.itinerary}/calendar`);
    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH');
    const events = eventsOf(calendar.bytes.toString());
    const { items } = (await service.call('GET', `/v1/bookings/${booked.ref}`, undefined, booked.headers)).body.booking;
    const flights = items[0].details.slices.flatMap(({ segments }: { segments: object[] }) => segments);
    expect(events).toHaveLength(flights.length);
    for (const event of events) {
      expect(event).toMatchObject({
        STATUS: 'CONFIRMED',
        SEQUENCE: '0',
        DTSTART: expect.stringMatching(/^\d{8}T\d{6}Z$/),
      });
      expect(event['UID']).toMatch(new RegExp(`^${booked.ref}\\.`));
    }
    await service.call(
      'POST',
      '/v1/refund_commit',
      {
        booking_ref: booked.ref,
        last_name: booked.lastName,
        quote_id: (
          await service.call(
            'POST',
            '/v1/refund_check',
            { booking_ref: booked.ref, last_name: booked.lastName },
            booked.headers,
          )
        ).body.quote_id,
      },
      booked.headers,
    );
    await service.drain();
    const after = (await service.call('GET', `/v1/bookings/${booked.ref}`, undefined, booked.headers)).body.booking;
    const receipt = after.documents.find(({ type }: { type: string }) => type === 'receipt').url;
    const now = eventsOf((await read(`${receipt}/calendar`)).bytes.toString());
    expect(now.map(({ UID, STATUS, SEQUENCE }) => [UID, STATUS, SEQUENCE])).toEqual(
      events.map(({ UID }) => [UID, 'CANCELLED', '1']),
    );
  });

  test.each(['hotel', 'car'] as const)('has a %s from its first to its last moment', async (kind) => {
    const booked = await bookedBy(await makeSeller({}), kind);
    const { itinerary } = booked;
    const [event, ...others] = eventsOf((await read(`${itinerary}/calendar`)).bytes.toString());
    expect(others).toEqual([]);
    const [start, end] = [
      event?.['DTSTART'] ?? event?.['DTSTART;VALUE=DATE'],
      event?.['DTEND'] ?? event?.['DTEND;VALUE=DATE'],
    ];
    expect([typeof start, String(start) < String(end)]).toEqual(['string', true]);
    const { items } = (await service.call('GET', `/v1/bookings/${booked.ref}`, undefined, booked.headers)).body.booking;
    const { hotel, pick_up: pickUp, drop_off: dropOff } = items[0].details;
    const said = (name: string) => event?.[name]?.replaceAll('\\,', ',').replaceAll('\\n', '\n');
    expect(said('LOCATION')).toContain(
      kind === 'car' ? `${pickUp.branch_name}, ${pickUp.address}` : `${hotel.name}, ${hotel.address}`,
    );
    if (kind === 'car') expect(said('DESCRIPTION')).toContain(`Drop-off ${dropOff.branch_name}, ${dropOff.address}`);
  });
});
