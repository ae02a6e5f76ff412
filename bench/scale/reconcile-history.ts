import { randomBytes } from 'node:crypto';
import { createApp } from '../../src/app.ts';
import { stepReconcile } from '../../src/bookings/reconcile/run-reconcile.ts';
import { loadConfig } from '../../src/platform/config.ts';

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
