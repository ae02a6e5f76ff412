import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { adminSocketPath } from '../../platform/admin/admin-socket.ts';
import { type Config, ConfigError, isForThisMachine, loadConfig } from '../../platform/config.ts';
import { serverUrlsOf } from '../../platform/db/server/server-choice.ts';
import { ListRatesAnswer, listRatesForAdmin } from '../../rates/import-rates.ts';
import { askOrDo } from '../admin/admin-process.ts';
import { causeOf } from '../call-service.ts';
import type { Check } from './check.ts';
import { checkInstallationKeys } from './doctor-suppliers.ts';

const connectTimeoutMs = 4_000;
/** Variables of the command line itself. */
const CLI_VARIABLES: readonly string[] = [
  'BLY_URL',
  'BLY_API_KEY',
  'BLY_PROFILE',
  'BLY_SUPPLIER_TOKEN',
  'BLY_SUPPLIER_WEBHOOK_SECRET',
];
const EXAMPLE = new URL('../../../.env.example', import.meta.url);

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Looks at what a service on this computer is started with: the variables, the port, the data directory and what stands
 * behind them.
 */
export async function checkInstallation(env: Env, isServiceUp: boolean): Promise<readonly Check[]> {
  const unknown = await checkNames(env);
  const config = readConfig(env);
  if (config instanceof ConfigError) {
    return [
      ...unknown,
      { name: 'variables', status: 'fail', message: config.message, fix: '.env.example explains every variable' },
    ];
  }
  const isOwner = await connects(adminSocketPath(config.dataDir));
  return [
    ...unknown,
    { name: 'variables', status: 'ok', message: `${config.environment}, role ${config.role}` },
    await checkPort(config, isServiceUp),
    await checkDataDir(config.dataDir, isOwner),
    ...(await checkDatabase(config)),
    ...(await checkRedis(config)),
    checkWebhooks(config),
    await checkMail(config),
    ...(await checkInstallationKeys(config)),
    ...(config.environment === 'production' ? [await checkRates(config, isOwner)] : []),
  ];
}

function readConfig(env: Env): Config | ConfigError {
  try {
    return loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** A misspelt variable is silently ignored by everything else. */
async function checkNames(env: Env): Promise<readonly Check[]> {
  const text = await readFile(EXAMPLE, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const known = new Set([...CLI_VARIABLES, ...[...text.matchAll(/^#?(BLY_[A-Z_]+)=/gm)].map(([, name = '']) => name)]);
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('BLY_') && !name.startsWith('BLY_TEST_') && !known.has(name),
  );
  return unknown.length === 0
    ? []
    : [
        {
          name: 'variables',
          status: 'warn',
          message: `nobody reads ${unknown.join(', ')}`,
          fix: 'check the spelling against .env.example',
        },
      ];
}

async function checkPort({ host, port }: Config, isServiceUp: boolean): Promise<Check> {
  const problem = await tryListen(host, port);
  if (problem === undefined) return { name: 'port', status: 'ok', message: `${port} on ${host} is free` };
  if (problem !== 'EADDRINUSE')
    return {
      name: 'port',
      status: 'fail',
      message: `cannot listen on port ${port} of ${host} (${problem})`,
      fix: 'choose another BLY_PORT or BLY_HOST',
    };
  if (await isBly(host, port)) return { name: 'port', status: 'ok', message: `${port} on ${host}: Bly listens there` };
  return {
    name: 'port',
    status: isServiceUp ? 'warn' : 'fail',
    message: `port ${port} on ${host} is taken by another program`,
    fix: 'stop what listens there or choose another BLY_PORT',
  };
}

async function tryListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return await new Promise((done) => {
    server.once('error', (error) => done('code' in error ? String(error.code) : error.message));
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
}

async function isBly(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(connectTimeoutMs) }).catch(
    () => undefined,
  );
  return answer !== undefined && (await answer.text()) === '{"status":"ok"}';
}

/** A folder that is not there yet is made at the first start: then the one above it decides. */
async function checkDataDir(dataDir: string, isOwned: boolean): Promise<Check> {
  const folder = resolve(dataDir);
  const found = await stat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory())
    return {
      name: 'data directory',
      status: 'fail',
      message: `${folder} is no folder`,
      fix: 'set BLY_DATA_DIR to a folder',
    };
  const isWritable = await access(found === undefined ? dirname(folder) : folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return {
      name: 'data directory',
      status: 'fail',
      message: `${folder} cannot be written to`,
      fix: 'set BLY_DATA_DIR to a folder of this user',
    };
  if (isOwned) return { name: 'data directory', status: 'ok', message: `${folder}, in use by the running process` };
  return { name: 'data directory', status: 'ok', message: found === undefined ? `${folder} will be made` : folder };
}

async function checkDatabase({ databaseUrl }: Config): Promise<readonly Check[]> {
  if (databaseUrl === undefined) return [{ name: 'database', status: 'ok', message: 'embedded, for one process' }];
  const checks: Check[] = [];
  for (const url of serverUrlsOf(databaseUrl)) checks.push(await checkServer(url));
  // One of several takes the writes; the others stand by, and one may be down.
  if (checks.length === 1 || !checks.some(({ status }) => status === 'ok')) return checks;
  return checks.map((check) => (check.status === 'fail' ? { ...check, status: 'warn' } : check));
}

async function checkServer(url: string): Promise<Check> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // An error of a connection that is given up says nothing new.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'on')
      return { name: 'database', status: 'ok', message: `PostgreSQL at ${client.host} answers` };
    return {
      name: 'database',
      status: 'fail',
      message: `PostgreSQL at ${client.host} takes no writes: it is a standby`,
      fix: 'promote it, or name the primary in DATABASE_URL; several hosts may stand there, separated by commas',
    };
  } catch (error) {
    return {
      name: 'database',
      status: 'fail',
      message: `PostgreSQL at ${client.host} cannot be reached: ${causeOf(error)}`,
      fix: 'check DATABASE_URL: host, port, user, password and database',
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkRedis({ redisUrl, redisCacheUrl }: Config): Promise<readonly Check[]> {
  const countsAlone = 'check REDIS_URL; until then each process counts limits for itself';
  const cachesAlone = 'check BLY_REDIS_CACHE_URL; until then each process caches for itself';
  const counters = redisUrl === undefined ? [] : [await pingRedis('Redis', redisUrl, countsAlone)];
  if (redisCacheUrl === undefined) return counters;
  return [...counters, await pingRedis('Redis for the cache', redisCacheUrl, cachesAlone)];
}

async function pingRedis(name: string, redisUrl: string, fix: string): Promise<Check> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return { name, status: 'ok', message: 'answers' };
  } catch (error) {
    return { name, status: 'fail', message: `cannot be reached: ${causeOf(error)}`, fix };
  } finally {
    redis.disconnect();
  }
}

function checkWebhooks(config: Config): Check {
  if (config.webhookAllowLocal && !isForThisMachine(config))
    return {
      name: 'webhooks',
      status: 'warn',
      message: 'whoever may sign up reaches what listens on loopback addresses of this machine, through webhooks',
      fix: 'set BLY_WEBHOOK_ALLOW_LOCAL=0',
    };
  return config.webhookAllowLocal
    ? { name: 'webhooks', status: 'ok', message: 'http and loopback addresses are allowed (sandbox on loopback)' }
    : {
        name: 'webhooks',
        status: 'ok',
        message: 'public https addresses only; bly listen --forward-to reaches local ones',
      };
}

async function checkMail({ smtp, environment }: Config): Promise<Check> {
  if (smtp === undefined) {
    return environment === 'production'
      ? { name: 'mail', status: 'warn', message: 'travelers get no mail', fix: 'set BLY_SMTP_URL and BLY_MAIL_FROM' }
      : { name: 'mail', status: 'ok', message: 'kept in the outbox folder of the data directory, not sent' };
  }
  const isThere = await connects({ host: smtp.host, port: smtp.port });
  return {
    name: 'mail',
    status: isThere ? 'ok' : 'fail',
    message: isThere ? `${smtp.host}:${smtp.port} answers` : `${smtp.host}:${smtp.port} cannot be reached`,
    fix: 'check BLY_SMTP_URL and the firewall',
  };
}

/** Without rates, or with old ones, prices stay in the currencies of the suppliers: nothing fails. */
async function checkRates(config: Config, isOwned: boolean): Promise<Check> {
  const name = 'exchange rates';
  const fix = 'bly admin import-rates FILE, or set BLY_RATES_URL';
  if (!isOwned && config.databaseUrl === undefined)
    return { name, status: 'ok', message: 'known while the service runs: the embedded database belongs to it' };
  try {
    const { rates, maxAgeHours } = ListRatesAnswer.parse(
      await askOrDo(config, { command: 'list_rates', request: {}, work: (place) => listRatesForAdmin(place) }),
    );
    const [newest] = rates.toSorted((a, b) => a.ageHours - b.ageHours);
    if (newest === undefined)
      return { name, status: 'warn', message: 'none: prices stay in the currency of the supplier', fix };
    const day = newest.asOf.slice(0, 10);
    return newest.ageHours > maxAgeHours
      ? { name, status: 'warn', message: `the newest is of ${day}, too old to convert with`, fix }
      : { name, status: 'ok', message: `${rates.length}, the newest of ${day}` };
  } catch (error) {
    return { name, status: 'warn', message: `could not be read: ${causeOf(error)}`, fix };
  }
}

async function connects(target: string | { readonly host: string; readonly port: number }): Promise<boolean> {
  const socket = typeof target === 'string' ? connect({ path: target }) : connect({ ...target });
  try {
    return await new Promise((done) => {
      socket.setTimeout(connectTimeoutMs, () => done(false));
      socket.once('connect', () => done(true));
      socket.once('error', () => done(false));
    });
  } finally {
    socket.destroy();
  }
}
