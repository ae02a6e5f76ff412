import pg from 'pg';
import * as z from 'zod';
import { asId, type OrganizationId } from '../../src/platform/ids.ts';
import type { Service } from '../service.ts';

/** How much history there is, and whose. */
export interface History {
  readonly organizationId: string;
  /** A real booking of that organization: every other one is its copy, under ids and days of its own. */
  readonly bookingRef: string;
  readonly trips: number;
  /** Half of the trips. */
  readonly bookings: number;
  readonly jobs: number;
}

const ORGANIZATIONS = 20;
/** Of every hundred rows so many are the organization's that is measured. */
const SHARE = 22;
const EVENTS = 100_000;
const MINUTES = 200_000;
const AUDITED = 250_000;
const KEYS = 100_000;

/** Whose the n-th row is: 22 of 100 are the measured organization's, the others share the rest. */
const OWNER = `case when n % 100 < ${SHARE} then $1 else 'org_bench_' || (n % ${ORGANIZATIONS - 1}) end`;
/** Evenly over a year, to the millisecond, as the product writes it. */
const DAY = `date_trunc('milliseconds', now() - ($2::int - n) * interval '365 days' / $2::int)`;
/** The booking of every second trip. */
const REF = `'BLY-' || upper(lpad(to_hex(n), 8, 'H'))`;

const Sold = z.object({ booking_ref: z.string() });

/** Sells one booking at a service and fills its database with copies; answers whose most of them are. */
export async function fillOne(
  service: Service,
  url: string,
  size: Pick<History, 'trips' | 'bookings' | 'jobs'>,
): Promise<OrganizationId> {
  const sold = await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight' });
  const { booking_ref: bookingRef } = Sold.parse(JSON.parse(sold.text));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ organization_id: string }>('select organization_id from booking');
    const organizationId = asId('organization', rows[0]?.organization_id ?? '');
    await fillHistory(client, { ...size, organizationId, bookingRef });
    return organizationId;
  } finally {
    await client.end();
  }
}

/**
 * Fills a database with a year of one installation, by statements over sets: a minute for 100,000 trips. Half of the
 * trips were bought; the others lapsed, were cancelled, or are drafts nobody has looked at since.
 */
async function fillHistory(client: pg.Client, history: History): Promise<void> {
  await client.query('set synchronous_commit = off');
  await copyTable(client, history, { table: 'trip', count: history.trips, where: TRIP_WHERE, columns: TRIP });
  for (const [table, columns] of Object.entries(OF_BOOKING))
    await copyTable(client, history, {
      table,
      count: history.trips,
      step: 2,
      where: BOOKING_WHERE[table] ?? '',
      columns,
    });
  await fillRest(client, history);
  await client.query('vacuum (analyze)');
}

interface Copying {
  readonly table: string;
  readonly count: number;
  readonly step?: number;
  /** Which rows are copied: `$3` is the reference of the booking. */
  readonly where: string;
  readonly columns: Readonly<Record<string, string>>;
}

const PARTS = 10;

async function copyTable(client: pg.Client, history: History, copying: Copying): Promise<void> {
  const { table, count, step = 1, where, columns } = copying;
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and identity_generation is null`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => columns[name] ?? `source.${name}`);
  for (let part = 0; part < PARTS; part += 1)
    await client.query(
      `insert into ${table} (${names.join(', ')})
      select ${values.map((value) => value.replaceAll('OWNER', OWNER).replaceAll('DAY', DAY).replaceAll('REF', REF)).join(', ')}
      from generate_series($4::int, $5::int, $6::int) n
      cross join lateral (select * from ${table} where ${where}) source
      where $1 <> '' and $2::int > 0 and $3 <> ''`,
      [
        history.organizationId,
        count,
        history.bookingRef,
        (count / PARTS) * part + step,
        (count / PARTS) * (part + 1),
        step,
      ],
    );
}

const TRIP_WHERE = `organization_id = $1 and booking_ref = $3`;
/** The kinds repeat every 100 trips; every second one was bought. A few of the last day are alive. */
const KIND = `case when n % 2 = 0 then 'fulfilled' when n % 100 in (1, 3) then 'cancelled' when n % 100 < 44 then 'expired' else 'draft' end`;
const ifBought = (value: string) => `case when n % 2 = 0 then ${value} end`;
const TRIP = {
  organization_id: 'OWNER',
  trip_id: `'trip_' || lpad(n::text, 23, '0')`,
  status: KIND,
  quote: ifBought('source.quote'),
  outcome: ifBought('source.outcome'),
  fulfilment_status: ifBought('source.fulfilment_status'),
  fulfilment_phase: ifBought('source.fulfilment_phase'),
  booking_ref: ifBought('REF'),
  created_at: 'DAY',
  updated_at: 'DAY',
  touched_at: 'DAY',
} as const;

const TRIP_OF = `(select trip_id from booking where organization_id = $1 and booking_ref = $3)`;
const BOOKING_WHERE: Readonly<Record<string, string>> = {
  booking: 'organization_id = $1 and booking_ref = $3',
  booking_item: 'organization_id = $1 and booking_ref = $3',
  payment: `organization_id = $1 and trip_id = ${TRIP_OF}`,
  ledger_transfer: `organization_id = $1 and trip_id = ${TRIP_OF}`,
  guest_directory: `kind = 'booking' and ref = $3`,
};
const TRIP_ID = TRIP.trip_id;
/** One in 25 was given up. A month passes between the sale and the journey. */
const STATUS = `case when n % 50 = 0 then 'cancelled' else source.status end`;
const OF_BOOKING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  booking: {
    organization_id: 'OWNER',
    booking_ref: 'REF',
    trip_id: TRIP_ID,
    payment_id: `'pay_' || lpad(n::text, 23, '0')`,
    status: STATUS,
    end_user_id: `case when n % 10 = 0 then 'agency' else 'user-' || n % 5000 end`,
    last_arrival_at: `DAY + interval '30 days'`,
    created_at: 'DAY',
  },
  booking_item: {
    organization_id: 'OWNER',
    booking_ref: 'REF',
    item_id: `'itm_' || lpad(n::text, 23, '0')`,
    reference: `'bki_' || lpad(n::text, 23, '0')`,
    status: STATUS,
    booked_at: 'DAY',
    schedule_asked_at: `now() - (n % 7200) * interval '1 second'`,
    schedule_due_at: `case when DAY > now() - interval '30 days' then now() + (3600 - n % 7200) * interval '1 second' end`,
  },
  payment: {
    organization_id: 'OWNER',
    payment_id: `'pay_' || lpad(n::text, 23, '0')`,
    purpose_id: TRIP_ID,
    trip_id: TRIP_ID,
    session_id: `'cs_' || lpad(n::text, 23, '0')`,
    processor_ref: `'sp_' || lpad(n::text, 23, '0')`,
    created_at: 'DAY',
  },
  ledger_transfer: { organization_id: 'OWNER', trip_id: TRIP_ID, at: 'DAY' },
  guest_directory: { ref: 'REF', organization_id: 'OWNER' },
};

async function fillRest(client: pg.Client, { organizationId, jobs }: History): Promise<void> {
  const owner = OWNER.replaceAll('$1', `'${organizationId}'`);
  const days = (of: string, count: number) => `now() - (${of}) * interval '1 day' / ${count}`;
  const statements = [
    `insert into job (organization_id, job_id, name, key, payload, due_at, created_at)
      select ${owner}, 'job_' || lpad(n::text, 23, '0'), 'flights.check_price', 'k' || n, '{"monitor_id":"mon_none"}', now() + interval '1 day' + n * interval '1 second', now()
      from generate_series(1, ${jobs}) n`,
    `insert into webhook_endpoint (organization_id, url, events, secret_sealed, status, disabled_reason, created_at)
      values ('${organizationId}', 'https://example.com/hook', array['booking.completed'], 'x', 'disabled', 'requested', now())`,
    `insert into webhook_event (organization_id, event_id, type, occurred_at, payload)
      select ${owner}, 'evt_' || lpad(n::text, 23, '0'), case when n % 1000 = 0 then 'booking.failed' else 'booking.completed' end,
        ${days(`${EVENTS} - n`, Math.round(EVENTS / 40))}, (select payload from webhook_event limit 1) from generate_series(1, ${EVENTS}) n`,
    `insert into webhook_delivery (organization_id, delivery_id, event_id, endpoint_id, status, created_at)
      select '${organizationId}', 'dlv_' || lpad(n::text, 23, '0'), event_id, (select max(endpoint_id) from webhook_endpoint),
        'delivered', occurred_at from (select row_number() over () as n, * from webhook_event where organization_id = '${organizationId}') e`,
    `insert into usage_minute (organization_id, key_id, minute, calls)
      select 'org_bench_1', 'key_' || n % 50, date_trunc('minute', now()) - n * interval '1 minute', 1 from generate_series(1, ${MINUTES}) n`,
    `insert into audit_event (organization_id, audit_id, at, actor_kind, action)
      select ${owner}, 'aud_' || lpad(n::text, 23, '0'), ${days(`(${AUDITED} - n) * 2`, Math.round(AUDITED / 400))}, 'admin',
        case when n % 5000 = 0 then 'member.removed' else 'key.created' end from generate_series(1, ${AUDITED}) n`,
    `insert into idempotency_key (organization_id, path, key_hash, state, run_id, fingerprint, answer, locked_until, expires_at)
      select ${owner}, '/v1/trip', 'k' || n, 'done', 'r', 'f', repeat('x', 500), now(), now() - n * interval '1 second' from generate_series(1, ${KEYS}) n`,
  ];
  for (const statement of statements) await client.query(statement);
}
