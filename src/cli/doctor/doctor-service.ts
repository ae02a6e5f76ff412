import { stat } from 'node:fs/promises';
import * as z from 'zod';
import { contractVersion } from '../../platform/api-version.ts';
import { callService, parseJson, type ServiceAnswer } from '../call-service.ts';
import { CommandFailure } from '../command-failure.ts';
import { callAs, connect, type Connection, type ConnectionOptions } from '../connection.ts';
import type { Check } from './check.ts';
import { readAccountSuppliers, readReadySuppliers } from './doctor-suppliers.ts';
import { profilesPath } from '../profiles.ts';

/** `package.json`, engines. */
const NODE_MINIMUM = [22, 18] as const;
const probeTimeoutMs = 5_000;
const skewWarnSeconds = 10;
/** Signatures older than this are usually refused (docs: 5 minutes). */
const skewFailSeconds = 300;
/** What to do about each problem that `/readyz` names. */
const READINESS_FIXES: Readonly<Record<string, string>> = {
  database: 'its database does not answer: check DATABASE_URL where it runs',
  database_read_only:
    'its database is a standby that takes no writes: promote it, or name the primary in DATABASE_URL (several hosts may stand there)',
};
const LOOPBACK = /^https?:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/;

const Account = z.looseObject({
  organization: z.looseObject({ name: z.string() }),
  balance: z.number(),
  is_unlimited: z.boolean(),
  environment: z.string(),
});
const Health = z.looseObject({ status: z.string() });

/** What was found about this computer's command line and the service it calls. */
export interface ServiceFindings {
  readonly checks: readonly Check[];
  /** Whether the service is meant to run on this computer. */
  readonly isLocal: boolean;
  readonly isRunning: boolean;
}

/** Looks at Node, the profiles, and the service from outside. */
export async function checkService(options: ConnectionOptions): Promise<ServiceFindings> {
  const own = [checkNode(), ...(await checkProfiles())];
  const connection = await connect(options).catch((error: unknown) =>
    error instanceof CommandFailure ? error : Promise.reject(error),
  );
  if (connection instanceof CommandFailure) {
    return {
      checks: [
        ...own,
        {
          name: 'connection',
          status: 'fail',
          message: connection.message,
          fix: 'correct --url, --profile, BLY_URL or BLY_PROFILE',
        },
      ],
      isLocal: true,
      isRunning: false,
    };
  }
  const { url } = connection;
  const isLocal = LOOPBACK.test(url);
  const health = await probe(`${url}/healthz`);
  if (health instanceof CommandFailure) {
    const fix = isLocal ? await findElsewhere() : 'check the address and that this computer may reach it';
    return {
      checks: [...own, { name: 'service', status: 'fail', message: health.message, fix }],
      isLocal,
      isRunning: false,
    };
  }
  if (!isHealthy(health))
    return {
      checks: [
        ...own,
        {
          name: 'service',
          status: 'fail',
          message: `${url} answers, but not as Bly does (${health.status})`,
          fix: 'another program has this port: choose another --url, or BLY_PORT for the service',
        },
      ],
      isLocal,
      isRunning: false,
    };
  const rest = [
    ...(await checkReady(url)),
    await checkVersion(url),
    checkClock(health),
    ...(isLocal || url.startsWith('https:') ? [] : [plainHttp]),
    ...(await checkCredential(connection)),
  ];
  return {
    checks: [...own, { name: 'service', status: 'ok', message: `${url} is up` }, ...rest],
    isLocal,
    isRunning: true,
  };
}

/** Commands do not read the port a service is started with: one that listens there is named. */
async function findElsewhere(): Promise<string> {
  const port = Number(process.env['BLY_PORT']);
  const url = `http://127.0.0.1:${port}`;
  const health = Number.isInteger(port) && port > 0 && port <= 65_535 ? await probe(`${url}/healthz`) : undefined;
  const isBly = health !== undefined && !(health instanceof CommandFailure) && isHealthy(health);
  return isBly
    ? `Bly listens on the port of BLY_PORT: set BLY_URL=${url}`
    : 'start it: npm start (or bly serve); or say where it is: --url, BLY_URL, --profile';
}

function isHealthy({ text }: ServiceAnswer): boolean {
  return Health.safeParse(parseJson(text)).data?.status === 'ok';
}

const plainHttp: Check = {
  name: 'encryption',
  status: 'warn',
  message: 'http: the key can be read on its way',
  fix: 'use an https address',
};

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isFine = major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1]);
  return {
    name: 'Node',
    status: isFine ? 'ok' : 'fail',
    message: process.versions.node,
    fix: `use Node ${NODE_MINIMUM.join('.')} or newer`,
  };
}

async function checkProfiles(): Promise<readonly Check[]> {
  const path = profilesPath();
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  const isPrivate = process.platform === 'win32' || (found.mode & 0o077) === 0;
  return [
    {
      name: 'profiles',
      status: isPrivate ? 'ok' : 'fail',
      message: isPrivate ? path : `${path} can be read by others and holds credentials`,
      fix: `chmod 600 ${path}`,
    },
  ];
}

async function checkReady(url: string): Promise<readonly Check[]> {
  const answer = await probe(`${url}/readyz`);
  if (!(answer instanceof CommandFailure) && answer.status === 200)
    return [{ name: 'readiness', status: 'ok', message: 'takes work' }, ...readReadySuppliers(answer.text)];
  const problem =
    answer instanceof CommandFailure
      ? answer.message
      : z.looseObject({ problem: z.string() }).safeParse(parseJson(answer.text)).data?.problem;
  return [
    {
      name: 'readiness',
      status: 'fail',
      message: `the service takes no work (${problem ?? 'unknown'})`,
      fix: READINESS_FIXES[problem ?? ''] ?? 'wait until it has started, or look at its log',
    },
  ];
}

async function checkVersion(url: string): Promise<Check> {
  const answer = await probe(`${url}/v1/openapi.json`);
  const Document = z.looseObject({ info: z.looseObject({ version: z.string() }) });
  const version =
    answer instanceof CommandFailure ? undefined : Document.safeParse(parseJson(answer.text)).data?.info.version;
  if (version === contractVersion) return { name: 'version', status: 'ok', message: version };
  return {
    name: 'version',
    status: 'warn',
    message: `the service speaks ${version ?? 'an unknown version'}, this command ${contractVersion}`,
    fix: 'use the bly of the version that runs there',
  };
}

/** The Date header counts whole seconds. */
function checkClock(answer: ServiceAnswer): Check {
  const skewSeconds = Math.round(Math.abs(Date.now() - Date.parse(answer.headers.get('date') ?? '')) / 1_000);
  if (Number.isNaN(skewSeconds))
    return {
      name: 'clock',
      status: 'warn',
      message: 'the service tells no time',
      fix: 'a proxy removes its Date header',
    };
  const status = skewSeconds > skewFailSeconds ? 'fail' : skewSeconds > skewWarnSeconds ? 'warn' : 'ok';
  return {
    name: 'clock',
    status,
    message:
      status === 'ok'
        ? 'agrees with the service'
        : `${skewSeconds} s apart from the service: signatures and tokens are judged by time`,
    fix: "set this computer's clock by NTP",
  };
}

async function checkCredential(connection: Connection): Promise<readonly Check[]> {
  const { credential, profile, url } = connection;
  if (credential.kind === 'none')
    return [
      {
        name: 'credential',
        status: 'warn',
        message: `none for ${url}`,
        fix: 'bly login, or --api-key, or BLY_API_KEY',
      },
    ];
  const answer = await callAs(connection, { method: 'GET', path: '/v1/account' }).catch((error: unknown) =>
    error instanceof CommandFailure ? error : Promise.reject(error),
  );
  const account = answer instanceof CommandFailure ? undefined : Account.safeParse(parseJson(answer.text)).data;
  if (account === undefined) {
    const message =
      answer instanceof CommandFailure
        ? answer.message
        : answer.status === 401
          ? 'the service does not take it'
          : `the service answered ${answer.status}`;
    return [
      {
        name: 'credential',
        status: 'fail',
        message,
        fix: `bly login; a key begins with bly_s in the sandbox and with bly_p in production${credential.kind === 'key' ? ` (this one: ${credential.key.slice(0, 5)}…)` : ''}`,
      },
    ];
  }
  const { environment, organization, balance, is_unlimited } = account;
  return [
    { name: 'credential', status: 'ok', message: `${organization.name}, ${environment}` },
    ...(answer instanceof CommandFailure ? [] : readAccountSuppliers(answer.text)),
    ...(profile === 'production' && environment !== 'production'
      ? [
          {
            name: 'environment',
            status: 'warn',
            message: `profile production leads to a ${environment}`,
            fix: 'bly login --profile production --url …',
          } as const,
        ]
      : []),
    ...(balance <= 0 && !is_unlimited
      ? [
          {
            name: 'balance',
            status: 'warn',
            message: 'no credits are left: calls answer 402',
            fix: 'top up; in the sandbox: bly sandbox-credits --amount 1000',
          } as const,
        ]
      : []),
  ];
}

async function probe(url: string): Promise<ServiceAnswer | CommandFailure> {
  return await callService({ url, method: 'GET', timeoutMs: probeTimeoutMs }).catch((error: unknown) =>
    error instanceof CommandFailure ? error : Promise.reject(error),
  );
}
