import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createDb } from './create-db.ts';
import type { Db } from './db.ts';
import { distribute } from './distribution/distribute.ts';
import { isDistributed } from './distribution/is-distributed.ts';
import { findSchemaState, migrate } from './migrate.ts';
import { findEnvironment, stampEnvironment } from './migration-store.ts';
import { startMaintenance } from './maintenance.ts';
import { placeOf } from './server/name-database.ts';
import { openServer } from './server/server-database.ts';

/** The part of the configuration that says which database. */
export type DatabaseSettings = Pick<
  Config,
  'environment' | 'dataDir' | 'databaseUrl' | 'databasePoolMax' | 'isDatabasePrepared'
>;

/** This database belongs to the other environment. */
export class EnvironmentMismatch extends Error {
  constructor(place: string, stamped: string, wanted: string) {
    super(
      `The database ${place} belongs to the ${stamped} environment and BLY_ENVIRONMENT is ${wanted}. Use another database: keys and bookings never cross environments.`,
    );
    this.name = 'EnvironmentMismatch';
  }
}

/** The database server has not the schema of this version. `isEmpty`: it has none of any version. */
export class NotMigrated extends Error {
  readonly isEmpty: boolean;

  constructor(place: string, isEmpty: boolean) {
    super(
      isEmpty
        ? `The database ${place} has no tables of Bly. Where it is the right one, make them with \`npm run migrate\`; else set DATABASE_URL.`
        : `The database ${place} is not up to date with this version of Bly. Take a backup, run \`npm run migrate\`, and try again.`,
    );
    this.name = 'NotMigrated';
    this.isEmpty = isEmpty;
  }
}

/** Opens the configured database, brings its schema up to date and checks that it belongs to this environment. */
export async function openDatabase(settings: DatabaseSettings, log: Logger): Promise<Db> {
  const db = await connectDatabase(settings, log);
  try {
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ migrations: applied }, 'the database schema was brought up to date');
    // A table that a migration made lies on the coordinator until it is placed.
    if (await isDistributed(db)) await distribute(db);
    const stamped = await stampEnvironment(db, settings.environment);
    if (stamped !== settings.environment)
      throw new EnvironmentMismatch(placeOf(settings), stamped, settings.environment);
    return withMaintenance(db, log);
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Opens the configured database for a command. On a server it changes neither schema nor stamp: `DATABASE_URL` may name
 * a wrong database, and only a start and `npm run migrate` make one of it. The embedded database is brought up to date.
 */
export async function openMigratedDatabase(settings: DatabaseSettings, log: Logger): Promise<Db> {
  if (settings.databaseUrl === undefined) return await openDatabase(settings, log);
  const db = await connectDatabase(settings, log);
  try {
    const state = await findSchemaState(db);
    const stamped = state === 'current' ? await findEnvironment(db) : undefined;
    if (stamped === undefined) throw new NotMigrated(placeOf(settings), state === 'none');
    if (stamped !== settings.environment)
      throw new EnvironmentMismatch(placeOf(settings), stamped, settings.environment);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

function withMaintenance(db: Db, log: Logger): Db {
  const stopMaintenance = startMaintenance(db, log);
  return {
    ...db,
    close() {
      stopMaintenance();
      return db.close();
    },
  };
}

/** Opens the configured database as it is: no migration, no stamp. */
export async function connectDatabase(settings: DatabaseSettings, log: Logger): Promise<Db> {
  if (settings.databaseUrl !== undefined) {
    const { databaseUrl: url, databasePoolMax: poolMax, isDatabasePrepared: arePrepared } = settings;
    return createDb('server', openServer({ url, poolMax, arePrepared }, log), log);
  }
  // Loaded only here: beside a server nobody needs the embedded one in memory.
  const { openEmbedded } = await import('./embedded-database.ts');
  return createDb('embedded', await openEmbedded({ dataDir: settings.dataDir }), log);
}
