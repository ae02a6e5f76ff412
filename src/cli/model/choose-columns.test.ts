import { expect, test } from 'vitest';
import { presentAnswer } from './present.ts';

const plain = (text: string): string => text;
const screenOf = (widthMax: number) => ({ widthMax, heading: plain, dim: plain });
const usd = (value: number) => ({ value, currency: 'USD', decimal_places: 2 });

test('dates, amounts and names come before what only a program can use', () => {
  const entry = {
    id: 'iti_1',
    deep_link: null,
    score: 100,
    conversion_rate: 1.3448275862068966,
    city_image: 'https://example.com/assets/LIS.svg',
    more: 'https://example.com/',
    location: { latitude: 38.722, longitude: -9.139 },
    a: 1,
    b: 2,
    c: 3,
    d: 4,
    city_name: 'Lisbon',
    departure_date: '2027-01-15',
    total_amount: usd(5_910),
  };
  expect(presentAnswer('none', { entries: [entry] }, screenOf(120))).toBe(
    'id     a  b  c  city name  departure date  total amount\niti_1  1  2  3  Lisbon     2027-01-15         59.10 USD',
  );
});

test('ids of other things are left out where all entries have the same, and where there is no room', () => {
  const entries = [
    { audit_id: 'aud_1', organization_id: 'org_1', request_id: 'req_00000001', action: 'key.created' },
    { audit_id: 'aud_2', organization_id: 'org_1', request_id: 'req_00000002', action: 'key.revoked' },
  ];
  const headings = (width: number) => presentAnswer('none', { entries }, screenOf(width)).split('\n')[0];
  expect(headings(60)).toBe('audit id  request id    action');
  expect(headings(30)).toBe('audit id  action');
});

test('where there is no room, an id is cut before a time or an action', () => {
  const event = {
    request_id: `req_${'0'.repeat(32)}`,
    at: '2026-11-29T03:46:54.033Z',
    action: 'organization.replaced',
    target: 'Bly',
  };
  expect(presentAnswer('none', { events: [event] }, screenOf(70)).split('\n')).toEqual([
    'request id             at                action                 target',
    'req_0000000000000000…  2026-11-29 03:46  organization.replaced  Bly',
  ]);
});

test('a list in a list is counted, and an entry of which nothing else is known keeps its address', () => {
  const items = [{ item_id: 'itm_1', extras: [{ label: 'Bag' }, { label: 'Seat' }] }];
  expect(presentAnswer('none', { items }, screenOf(80))).toBe('item id  extras\nitm_1    2 entries');
  expect(presentAnswer('none', { photos: [{ url: 'https://example.com/1.jpg' }] }, screenOf(80))).toBe(
    'url\nhttps://example.com/1.jpg',
  );
});
