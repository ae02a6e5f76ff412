import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createApp } from '../../src/app.ts';
import { stepReconcile } from '../../src/bookings/reconcile/run-reconcile.ts';
import { loadConfig } from '../../src/platform/config.ts';

/**
 * Copies of one booking, made to agree: each sold and not given up, under the ids that its trip names, with its event.
 * No run has been made before.
 */
const AGREEING: readonly string[] = [
  `update booking set status = 'confirmed' where status = 'cancelled'`,
  `update booking_item set status = 'confirmed' where status = 'cancelled'`,
  `update trip set outcome = jsonb_set(outcome, '{items,0,itemId}', to_jsonb(item.item_id))
    from booking_item as item where item.organization_id = trip.organization_id and item.booking_ref = trip.booking_ref`,
  `insert into webhook_event (organization_id, event_id, type, booking_ref, occurred_at, payload)
    select organization_id, 'evb_' || booking_ref, 'booking.completed', booking_ref, created_at, '{}' from booking
    where created_at > now() - interval '30 days' and not exists (
      select 1 from webhook_event as event
      where event.organization_id = booking.organization_id and event.booking_ref = booking.booking_ref)`,
  'delete from reconcile_run',
  'vacuum (analyze) booking, booking_item, trip, webhook_event',
];

/** How long a reading of what there is took. */
export interface Proved {
  readonly bookings: number;
  readonly seconds: number;
  readonly problems: number;
}

/**
 * Proves what has changed as the nightly job does (the first run reaches two days back, all later ones one), and after
 * it everything, for at most so many seconds.
 */
export async function measureReconcile(
  databaseUrl: string,
  fullSeconds: number,
): Promise<{ readonly nightly: Proved; readonly full: Proved }> {
  await makeAgree(databaseUrl);
  const app = await createApp(
    loadConfig({
      DATABASE_URL: databaseUrl,
      BLY_SECRET_KEYS: randomBytes(32).toString('base64'),
      BLY_LOG_LEVEL: 'silent',
    }),
  );
  const prove = async (kind: 'changed' | 'full', secondsMax: number): Promise<Proved> => {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1_000;
    let progress = await stepReconcile(app, { kind, isAnew: true });
    while (!progress.isDone && seconds() < secondsMax) progress = await stepReconcile(app, { kind, isAnew: false });
    const { bookings, problems } = progress.report;
    return { bookings, seconds: seconds(), problems: problems.length };
  };
  try {
    return { nightly: await prove('changed', 600), full: await prove('full', fullSeconds) };
  } finally {
    await app.outbound.close();
    await app.shared.close();
    await app.reads.close();
    await app.db.close();
  }
}

/** On a connection of its own: what changes half a million rows takes longer than the product lets a statement run. */
async function makeAgree(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of AGREEING) await client.query(statement);
  } finally {
    await client.end();
  }
}
