import { Option, type Command } from 'commander';
import { callService, type ServiceAnswer } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import { refreshTokens } from './oauth-client.ts';
import { changeProfiles, type Profiles, readProfiles, type Tokens, withProfile } from './profiles.ts';

/** What `npm start` listens on. */
export const URL_DEFAULT = 'http://127.0.0.1:8080';
const PROFILE_DEFAULT = 'sandbox';
/** Tokens are renewed this long before they run out: a call under way must not meet the end. */
const renewBeforeMs = 60_000;

/** The address and the credential a command calls with. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly apiKey?: string;
  readonly profile?: string;
}
/** Who calls. */
type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'tokens'; readonly tokens: Tokens };
/** Where a command calls and as whom. */
export interface Connection {
  /** Without a slash at the end. */
  readonly url: string;
  readonly profile: string;
  readonly credential: Credential;
}
/** A request to a path of the service. */
export interface PathRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The options that say where and as whom; `taken` names those that mean something else to the command. */
export function addConnectionOptions(command: Command, taken: ReadonlySet<string> = new Set()): Command {
  const options = [
    new Option('--url <url>', `the service (BLY_URL; default: the profile's, else ${URL_DEFAULT})`),
    new Option('--api-key <key>', 'the key to call with (BLY_API_KEY; default: what bly login stored)'),
    new Option('--profile <name>', 'a stored profile: sandbox, production or your own (BLY_PROFILE)'),
  ];
  for (const option of options)
    if (!taken.has(option.attributeName())) command.addOption(option.helpGroup('Connection:'));
  return command;
}

/**
 * Precedence: an option before the environment, the environment before the profile; a profile named by
 * option comes before the environment. A stored credential goes only to the service it was stored for.
 */
export async function connect(options: ConnectionOptions, env: NodeJS.ProcessEnv = process.env): Promise<Connection> {
  const profiles = await readProfiles();
  const profile = profileName(options, profiles, env);
  const stored = profiles.profiles[profile];
  if (options.profile !== undefined && stored === undefined && options.url === undefined) {
    throw new CommandFailure(
      `No profile is named ${options.profile}. Make it: bly login --profile ${options.profile} --url …`,
      { exitCode: EXIT.usage },
    );
  }
  const fromEnv = (name: string): string | undefined =>
    options.profile === undefined ? env[name] || undefined : undefined;
  const url = readUrl(options.url ?? fromEnv('BLY_URL') ?? stored?.url ?? URL_DEFAULT);
  const key = options.apiKey ?? fromEnv('BLY_API_KEY');
  if (key !== undefined) return { url, profile, credential: { kind: 'key', key } };
  if (stored === undefined || stored.url !== url) return { url, profile, credential: { kind: 'none' } };
  if (stored.api_key !== undefined) return { url, profile, credential: { kind: 'key', key: stored.api_key } };
  return {
    url,
    profile,
    credential: stored.tokens === undefined ? { kind: 'none' } : { kind: 'tokens', tokens: stored.tokens },
  };
}

/** The profile named on the command line, the one in use, or the default. */
export function profileName(
  options: ConnectionOptions,
  profiles: Profiles,
  env: NodeJS.ProcessEnv = process.env,
): string {
  return options.profile ?? (env['BLY_PROFILE'] || profiles.current_profile || PROFILE_DEFAULT);
}

/** An address of a service as it is stored and compared. Throws `CommandFailure` (usage) for anything else. */
export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin =
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.username === '';
  if (!isOrigin)
    throw new CommandFailure(`${text} is not the address of a service, like https://api.example.com`, {
      exitCode: EXIT.usage,
    });
  return url.origin;
}

/**
 * Calls the service with the credential. A token that is over, or that the service no longer takes, is renewed once.
 */
export async function callAs(connection: Connection, request: PathRequest): Promise<ServiceAnswer> {
  const { credential } = connection;
  if (credential.kind !== 'tokens')
    return send(connection, request, credential.kind === 'key' ? { 'x-api-key': credential.key } : {});
  const isFresh = Date.parse(credential.tokens.expires_at) - renewBeforeMs > Date.now();
  const tokens = isFresh ? credential.tokens : await renew(connection, credential.tokens);
  const answer = await send(connection, request, { authorization: `Bearer ${tokens.access_token}` });
  if (answer.status !== 401 || !isFresh) return answer;
  // A call answered 401 has done nothing, so it may be made again.
  const renewed = await renew(connection, tokens);
  return send(connection, request, { authorization: `Bearer ${renewed.access_token}` });
}

function send(
  { url }: Connection,
  { path, headers, ...rest }: PathRequest,
  credential: Readonly<Record<string, string>>,
): Promise<ServiceAnswer> {
  return callService({
    ...rest,
    url: `${url}${path}`,
    headers: { accept: 'application/json', 'user-agent': 'bly-cli', ...headers, ...credential },
  });
}

/**
 * Under the lock of the profiles: of several commands one renews and the others take what it stored. A refresh token
 * used twice ends the sign-in.
 */
async function renew({ url, profile }: Connection, known: Tokens): Promise<Tokens> {
  return await changeProfiles(async (profiles) => {
    const stored = profiles.profiles[profile];
    const current = stored?.tokens;
    if (stored !== undefined && current !== undefined && current.access_token !== known.access_token)
      return { profiles, result: current };
    const renewed =
      current?.refresh_token === undefined ? undefined : await refreshTokens(url, current.refresh_token, new Date());
    if (stored === undefined || renewed === undefined)
      throw new CommandFailure('Your sign-in is over. Sign in again: bly login', { exitCode: EXIT.unauthenticated });
    return { profiles: withProfile(profiles, profile, { ...stored, tokens: renewed }), result: renewed };
  });
}
