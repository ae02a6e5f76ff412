import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import { parseJson } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import {
  addConnectionOptions,
  callAs,
  connect,
  type Connection,
  type ConnectionOptions,
  profileName,
  readUrl,
  URL_DEFAULT,
} from './connection.ts';
import { EXIT } from './exit-codes.ts';
import {
  askDeviceCode,
  type DeviceCode,
  findSignIn,
  pollDeviceCode,
  revokeToken,
  type SignInEndpoints,
} from './oauth-client.ts';
import {
  changeProfiles,
  profilesPath,
  readProfiles,
  type StoredProfile,
  type Tokens,
  withProfile,
} from './profiles.ts';
import { isJsonWanted, type OutputOptions, showFailure } from './show-answer.ts';
import { readStandardInput } from './standard-input.ts';

const slowDownSeconds = 5;
const secondsPerDay = 86_400;
const Account = z.looseObject({
  organization: z.looseObject({ organization_id: z.string(), name: z.string() }),
  balance: z.number(),
  environment: z.string(),
});
type Account = z.infer<typeof Account>;
const Quota = z.object({ limit: z.int(), remaining: z.int(), reset_seconds: z.int() });
type Quota = z.infer<typeof Quota>;

interface LoginOptions extends ConnectionOptions {
  readonly browser: boolean;
  readonly scopes: string;
}

/** Adds `login`, `logout` and `whoami`. */
export function addLoginCommands(program: Command): void {
  addConnectionOptions(
    program
      .command('login')
      .description('sign in by browser, or store an API key: --api-key - reads it from standard input'),
  )
    .option('--no-browser', 'only print the link')
    .option('--scopes <list>', 'what this computer may do: search, book, manage', 'search,book,manage')
    .action(login);
  addConnectionOptions(
    program
      .command('logout')
      .description('forget the credential of a profile; a sign-in by browser ends at the service, too'),
    new Set(['url', 'apiKey']),
  ).action(logout);
  addConnectionOptions(program.command('whoami').description('whose credential is used, and where'))
    .option('--json', 'answer in JSON')
    .action(whoAmI);
}

async function login(options: LoginOptions): Promise<void> {
  const profiles = await readProfiles();
  const profile = profileName(options, profiles);
  const url = readUrl(options.url ?? (process.env['BLY_URL'] || profiles.profiles[profile]?.url || URL_DEFAULT));
  const credential =
    options.apiKey === undefined ? { tokens: await signIn(url, options) } : { api_key: await readKey(options.apiKey) };
  const { account } = await readAccount({
    url,
    profile,
    credential:
      credential.api_key === undefined
        ? { kind: 'tokens', tokens: credential.tokens }
        : { kind: 'key', key: credential.api_key },
  });
  await changeProfiles(async (current) => {
    const { listen_secret } = current.profiles[profile] ?? {};
    const stored: StoredProfile = { url, ...credential, ...(listen_secret === undefined ? {} : { listen_secret }) };
    return { profiles: { ...withProfile(current, profile, stored), current_profile: profile }, result: undefined };
  });
  console.log(
    `Signed in to ${url} (${account.environment}) as ${account.organization.name}. Profile ${profile} is in use from now on, kept in ${profilesPath()}.`,
  );
  const above = ['BLY_URL', 'BLY_API_KEY', 'BLY_PROFILE'].filter((name) => process.env[name]);
  if (above.length > 0) console.error(`Set here and counting before the profile: ${above.join(', ')}.`);
}

async function signIn(url: string, { browser, scopes }: LoginOptions): Promise<Tokens> {
  const endpoints = await findSignIn(url);
  const code = await askDeviceCode(
    endpoints,
    scopes
      .split(',')
      .map((scope) => scope.trim())
      .join(' '),
  );
  const link = code.verification_uri_complete ?? code.verification_uri;
  console.log(`Open ${link}\nand confirm this code:  ${code.user_code}\n`);
  if (browser && process.stdout.isTTY) openBrowser(link);
  console.error('Waiting for you to allow it …');
  return await waitForTokens(endpoints, code);
}

async function waitForTokens(endpoints: SignInEndpoints, code: DeviceCode): Promise<Tokens> {
  const deadline = Date.now() + code.expires_in * 1_000;
  let intervalSeconds = code.interval;
  while (Date.now() < deadline) {
    await wait(intervalSeconds * 1_000);
    const outcome = await pollDeviceCode(endpoints, code.device_code, new Date());
    if (outcome.kind === 'tokens') return outcome.tokens;
    if (outcome.kind === 'slow_down') intervalSeconds += slowDownSeconds;
  }
  throw new CommandFailure('Not signed in: the code has run out. Begin again with bly login.', {
    exitCode: EXIT.unauthenticated,
  });
}

/** The link is printed as well, so that a browser that does not open hurts nobody. */
function openBrowser(link: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open'];
  const child = spawn(command ?? 'xdg-open', [...args, link], { stdio: 'ignore', detached: true });
  child.on('error', () => child.unref());
  child.unref();
}

/** `-` keeps the key out of the shell's history and out of the list of processes. */
async function readKey(reported: string): Promise<string> {
  const key = reported === '-' ? (await readStandardInput()).trim() : reported;
  if (key === '') throw new CommandFailure('No key came on standard input.', { exitCode: EXIT.usage });
  return key;
}

/**
 * The account, and the quota of the credential as the answer's headers give it: undefined for a credential without
 * quota.
 */
async function readAccount(
  connection: Connection,
): Promise<{ readonly account: Account; readonly quota: Quota | undefined }> {
  const answer = await callAs(connection, { method: 'GET', path: '/v1/account' });
  if (answer.status !== 200) throw showFailure(answer);
  const account = Account.safeParse(parseJson(answer.text));
  if (!account.success)
    throw new CommandFailure(`${connection.url} does not answer like Bly.`, { exitCode: EXIT.upstream });
  return { account: account.data, quota: readQuota(answer.headers) };
}

function readQuota(headers: Headers): Quota | undefined {
  const [limit, remaining, reset_seconds] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-quota-${name}`) ?? Number.NaN),
  );
  return Quota.safeParse({ limit, remaining, reset_seconds }).data;
}

function describeQuota(quota: Quota | undefined): string {
  if (quota === undefined) return 'unlimited';
  const left = `${quota.remaining} of ${quota.limit} calls left`;
  const days = Math.ceil(quota.reset_seconds / secondsPerDay);
  return quota.remaining === quota.limit
    ? left
    : `${left}; the first used call is given back in ${days} ${days === 1 ? 'day' : 'days'}`;
}

async function logout(options: ConnectionOptions): Promise<void> {
  const { name, stored } = await changeProfiles<{ readonly name: string; readonly stored: StoredProfile | undefined }>(
    async (profiles) => {
      const name = profileName(options, profiles);
      const stored = profiles.profiles[name];
      if (stored === undefined) return { profiles, result: { name, stored } };
      const { url, listen_secret } = stored;
      return {
        profiles: withProfile(profiles, name, { url, ...(listen_secret === undefined ? {} : { listen_secret }) }),
        result: { name, stored },
      };
    },
  );
  const refreshToken = stored?.tokens?.refresh_token;
  if (stored !== undefined && refreshToken !== undefined) {
    await revokeToken(stored.url, refreshToken).catch((error: unknown) => {
      if (!(error instanceof CommandFailure)) throw error;
      console.error(`Forgotten here, but the service could not be told: ${error.message}`);
    });
  }
  console.log(
    stored?.api_key === undefined && stored?.tokens === undefined
      ? `Profile ${name} was not signed in.`
      : `Signed out of profile ${name}.`,
  );
}

async function whoAmI(options: ConnectionOptions & OutputOptions): Promise<void> {
  const connection = await connect(options);
  const { account, quota } = await readAccount(connection);
  const { url, profile, credential } = connection;
  const known = {
    profile,
    url,
    environment: account.environment,
    organization: account.organization.name,
    organization_id: account.organization.organization_id,
    balance: account.balance,
    credential: credential.kind === 'key' ? `API key ${credential.key.slice(0, 9)}…` : 'signed in by browser',
  };
  if (isJsonWanted(options)) console.log(JSON.stringify({ ...known, quota: quota ?? null }));
  else
    for (const [name, value] of Object.entries({ ...known, quota: describeQuota(quota) }))
      console.log(`${name.replaceAll('_', ' ').padEnd(16)} ${value}`);
}
