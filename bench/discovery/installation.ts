import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../src/app.ts';
import type { App } from '../../src/context.ts';
import { setLimitsForAdmin } from '../../src/metering/administer-organizations.ts';
import { makeFundedKey } from '../../src/metering/make-key-for-admin.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service.ts';
import type { DuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';

/** A production installation that runs here, on a clock that can be moved. */
export interface Installation {
  readonly app: App;
  /** Calls an operation with a key; throws what is not 200. */
  call(key: string, path: string, body: object): Promise<unknown>;
  stop(): Promise<void>;
}

const TIMED_OUT = 504;
const TRIES_MAX = 5;
const secretKey = createHash('sha256').update('discovery').digest('base64');

/** Starts production against a stub of Duffel on a database of its own, without any other supplier. */
export async function startInstallation(databaseUrl: string, stub: DuffelStub, clock: Clock): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-discovery-'));
  const config = loadConfig({
    BLY_ENVIRONMENT: 'production',
    BLY_REHEARSAL: '1',
    BLY_ROLE: 'api',
    BLY_PORT: '0',
    BLY_DATA_DIR: dataDir,
    BLY_SECRET_KEYS: secretKey,
    BLY_LOG_LEVEL: 'error',
    BLY_SUPPLIERS: 'duffel',
    BLY_DUFFEL_TOKEN: stub.token,
    BLY_DUFFEL_URL: stub.url,
    BLY_SUPPLIER_CALLS_PER_MINUTE: '100000',
    BLY_VALIDATE_RESPONSES: '0',
    DATABASE_URL: databaseUrl,
  });
  const app = await createApp(config, { clock, log: pino({ level: 'silent' }) });
  const service = createService(app);
  const url = await service.start();
  return {
    app,
    async call(key, path, body) {
      const ask = () =>
        fetch(url + path, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      // On a machine that does much else the supplier may be late: a moment later it is not.
      let answer = await ask();
      for (let tries = 1; answer.status === TIMED_OUT && tries < TRIES_MAX; tries += 1) answer = await ask();
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
      return JSON.parse(text);
    },
    async stop() {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A key of a new organization that may call as often as it likes. */
export async function makeOrganization(app: App, name: string): Promise<string> {
  const { key, organizationId } = await makeFundedKey(app, { name, newOrganizationName: name });
  await setLimitsForAdmin(app, { organizationId, isUnlimited: true });
  return key;
}
