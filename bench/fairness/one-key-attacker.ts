import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

/**
 * A program of its own, so that reading megabytes of answers keeps no measurement waiting: one key does its worst until
 * it is told to stop.
 */
const url = process.env['ATTACKED_URL'] ?? '';
const key = process.env['ATTACKER_KEY'] ?? '';
const AT_ONCE = 60;
const UNREAD = 40;
const AFTER_REFUSAL_MS = 100;
const UNREAD_EVERY_MS = 150;

const ORIGINS = ['PAR', 'LON', 'NYC', 'TYO', 'MIL', 'ROM', 'CHI', 'BUE', 'SAO', 'STO'];
const DESTINATIONS = ['BER', 'MAD', 'LIS', 'BKK', 'SIN', 'HKG', 'LAX', 'SFO', 'MIA', 'DEL'];
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
let asked = 0;

/** From ten places to ten on so many days there and back, never the same twice. */
function searchBody(days: number): object {
  asked += 1;
  const departures = Array.from({ length: days }, (_, index) => day(20 + (asked % 200) + index));
  const locations = { origins: ORIGINS, destinations: DESTINATIONS };
  return {
    allow_live_shop: true,
    limit: 100,
    sort: 'recommendation',
    supplier_timeout_ms: 30_000,
    filters: { trip_type: 'roundtrip', locations, dates: { departure_dates: departures, stay_days: 7 } },
  };
}

function datesBody(days: number, stays: number): object {
  asked += 1;
  const start = 20 + (asked % 200);
  return {
    origins: ORIGINS,
    destinations: DESTINATIONS,
    departure_date_ranges: [{ start: day(start), end: day(start + days - 1) }],
    stay_days_range: { min: 3, max: 2 + stays },
  };
}

const pool = new Pool(url, { connections: 2 * AT_ONCE, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
const statuses = new Map<string, number>();

/** The largest of some bodies that is taken: what a version refuses as too large is asked smaller. */
async function keepAsking(path: string, bodies: readonly (() => object)[]): Promise<void> {
  let at = 0;
  for (;;) {
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(bodies[at]?.()),
    });
    await answer.body.dump({ limit: 1e9 });
    const { statusCode: status } = answer;
    const name = `${path} ${status}`;
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
    if (status === 422 && at < bodies.length - 1) at += 1;
    else if (status !== 200) await wait(AFTER_REFUSAL_MS);
  }
}

/** Asks for a large answer and reads nothing of it. */
function askUnread(): void {
  asked += 1;
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({
    latitude: 51.5,
    longitude: -0.1,
    radius_km: 40 + (asked % 10),
    checkin: day(30 + (asked % 60)),
    checkout: day(33 + (asked % 60)),
    max_results: 200,
    occupancies: [1, 2, 3, 4].map((adults) => ({ adults })),
  });
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(
    `POST /v1/hotel_search HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

process.on('SIGTERM', () => {
  console.log(JSON.stringify(Object.fromEntries(statuses)));
  process.exit(0);
});
for (let index = 0; index < AT_ONCE; index += 1) {
  void keepAsking('/api/v1/flights/search', [() => searchBody(31), () => searchBody(3)]);
  void keepAsking('/v1/find_dates', [() => datesBody(31, 20), () => datesBody(10, 1)]);
}
for (let index = 0; index < UNREAD; index += 1) {
  askUnread();
  await wait(UNREAD_EVERY_MS);
}
