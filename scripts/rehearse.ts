import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isLocalhost } from '../src/platform/security/localhost.ts';

/**
 * `npm run rehearse`: production without a key. Starts stubs of Duffel, LiteAPI and Stripe and Bly itself with
 * BLY_ENVIRONMENT=production and BLY_REHEARSAL=1 on the PostgreSQL database that DATABASE_URL names, prints the
 * commands that do that, and ends all four on Ctrl-C. Variables that are set already stay as they are; where
 * BLY_DUFFEL_URL, BLY_LITEAPI_URL or BLY_STRIPE_API_BASE is no address of this computer, no stub is started for it.
 * The environment is written to `.bly-rehearsal/env`, for other shells to source. Ends with 1 when a process ends by
 * itself.
 */
const root = resolve(import.meta.dirname, '..');
const secretKeyBytes = 32;

type Environment = Readonly<Record<string, string>>;

/** A process of the rehearsal: `says` is what it prints once it serves. */
interface Part {
  readonly args: readonly string[];
  readonly says: RegExp;
}

await rehearse();

async function rehearse(): Promise<void> {
  const given = process.env;
  if (given['DATABASE_URL'] === undefined) {
    console.error(
      'DATABASE_URL is required: an empty PostgreSQL database, for instance from `createdb rehearsal`, as postgres://user:password@127.0.0.1:5432/rehearsal.',
    );
    process.exitCode = 1;
    return;
  }
  const folder = resolve(given['BLY_DATA_DIR'] ?? '.bly-rehearsal');
  const file = join(folder, 'env');
  const environment = chooseEnvironment(folder, file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Where Bly answers, as the command line and the guides call it.
  const forShells = { ...environment, BLY_URL: `http://127.0.0.1:${environment['BLY_PORT'] ?? ''}` };
  writeFileSync(file, formatExports(forShells), { mode: 0o600 });
  console.log(`The environment of this rehearsal, for other shells: . ${file}\n`);
  await runParts(partsOf(environment), { ...given, ...environment });
}

/** Every variable of a rehearsal: what is set, what an earlier one made up, else what suits the stubs. */
function chooseEnvironment(folder: string, file: string): Environment {
  const earlier = existsSync(file) ? parseEnv(readFileSync(file, 'utf8').replaceAll(/^export /gm, '')) : {};
  const port = process.env['BLY_PORT'] ?? '8080';
  const chosen: Environment = {
    DATABASE_URL: '',
    BLY_ENVIRONMENT: 'production',
    BLY_REHEARSAL: '1',
    BLY_PORT: port,
    BLY_DATA_DIR: folder,
    BLY_SECRET_KEYS: earlier['BLY_SECRET_KEYS'] ?? randomBytes(secretKeyBytes).toString('base64'),
    BLY_DUFFEL_TOKEN: 'duffel_test_stub0123456789',
    BLY_DUFFEL_URL: 'http://127.0.0.1:4010',
    BLY_DUFFEL_WEBHOOK_SECRET: 'whsec_duffel_stub0123456789',
    BLY_LITEAPI_KEY: 'sand_stub0123456789',
    BLY_LITEAPI_URL: 'http://127.0.0.1:4012/v3.0',
    BLY_LITEAPI_WEBHOOK_TOKEN: 'liteapi_stub_token0123456789',
    BLY_STRIPE_SECRET_KEY: 'sk_test_stub0123456789abcdefghij',
    BLY_STRIPE_API_BASE: 'http://127.0.0.1:4011',
    BLY_STRIPE_WEBHOOK_SECRET: 'whsec_stub0123456789abcdefghij',
  };
  return Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name, process.env[name] ?? value]));
}

/** Single quotes: a password may hold anything but those, which are escaped. */
function formatExports(environment: Environment): string {
  return Object.entries(environment)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join('');
}

/** The stubs that are needed, then Bly. */
function partsOf(environment: Environment): readonly Part[] {
  const value = (name: string): string => environment[name] ?? '';
  const bly = `http://127.0.0.1:${value('BLY_PORT')}/v1`;
  const stubs = [
    {
      address: new URL(value('BLY_DUFFEL_URL')),
      key: ['--token', value('BLY_DUFFEL_TOKEN')],
      events: ['--webhook', `${bly}/suppliers/duffel/webhook`, '--webhook-secret', value('BLY_DUFFEL_WEBHOOK_SECRET')],
      name: 'duffel',
      says: /^Duffel stub on/m,
    },
    {
      address: new URL(value('BLY_LITEAPI_URL')),
      key: ['--key', value('BLY_LITEAPI_KEY')],
      // Nothing signs these events: what proves them is the token in the address.
      events: ['--webhook', `${bly}/suppliers/liteapi/webhook/installation/${value('BLY_LITEAPI_WEBHOOK_TOKEN')}`],
      name: 'liteapi',
      says: /^LiteAPI stub on/m,
    },
    {
      address: new URL(value('BLY_STRIPE_API_BASE')),
      key: ['--secret-key', value('BLY_STRIPE_SECRET_KEY')],
      events: ['--webhook', `${bly}/payments/stripe/webhook`, '--webhook-secret', value('BLY_STRIPE_WEBHOOK_SECRET')],
      name: 'stripe',
      says: /^Stripe stub on/m,
    },
  ];
  return [
    ...stubs
      .filter(({ address }) => isLocalhost(address.hostname))
      .map(({ name, address, key, events, says }) => ({
        args: ['supplier-stub', name, '--port', address.port, ...key, ...events],
        says,
      })),
    { args: ['serve'], says: /^Bly .* · production · /m },
  ];
}

/** Starts one after the other and runs until one ends or a signal comes; then all end. */
async function runParts(parts: readonly Part[], env: NodeJS.ProcessEnv): Promise<void> {
  const children: ChildProcess[] = [];
  let isEnding = false;
  const endAll = (exitCode: number): void => {
    if (!isEnding) process.exitCode = exitCode;
    isEnding = true;
    for (const child of children.splice(0)) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(0));
  for (const { args, says } of parts) {
    if (isEnding) return;
    console.log(`$ npm run bly -- ${args.join(' ')}`);
    const child = spawn(process.execPath, ['bin/bly.js', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    child.once('exit', () => endAll(1));
    child.stdout.pipe(process.stdout, { end: false });
    await untilSaid(child, says);
  }
}

/** Resolves once the child has printed what it prints when it serves, or has ended. */
function untilSaid(child: ChildProcess, says: RegExp): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>();
  let output = '';
  const read = (chunk: unknown): void => {
    output += String(chunk);
    if (!says.test(output)) return;
    child.stdout?.off('data', read);
    done();
  };
  child.stdout?.on('data', read);
  child.once('exit', () => done());
  return promise;
}
