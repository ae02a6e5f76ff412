import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { parseJson } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';

const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_at: z.iso.datetime(),
});
const StoredProfile = z.object({
  url: z.string(),
  api_key: z.string().optional(),
  tokens: Tokens.optional(),
  /** What `bly listen` signs with: the same every time, so that it is set up once. */
  listen_secret: z.string().optional(),
});
const Profiles = z.object({
  current_profile: z.string().optional(),
  profiles: z.record(z.string(), StoredProfile).default({}),
});

/** What `bly login` was given by the OAuth provider. */
export type Tokens = z.infer<typeof Tokens>;
/** A service and who we are there. */
export type StoredProfile = z.infer<typeof StoredProfile>;
/** The file of profiles. */
export type Profiles = z.infer<typeof Profiles>;

/** A lock older than this belongs to a command that was killed: nothing that holds it takes as long. */
const lockStaleMs = 45_000;
const lockPollMs = 50;

/** `~/.config/bly/config.json`, or where XDG_CONFIG_HOME says. */
export function profilesPath(env: NodeJS.ProcessEnv = process.env): string {
  const base = env['XDG_CONFIG_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.config') : base, 'bly', 'config.json');
}

/** Everything stored; nothing where there is no file yet. Throws `CommandFailure` for a file that is not ours. */
export async function readProfiles(): Promise<Profiles> {
  const path = profilesPath();
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (isErrorOf(cause, 'ENOENT')) return '{}';
    throw new CommandFailure(`${path} cannot be read.`, { cause, exitCode: EXIT.usage });
  });
  const parsed = Profiles.safeParse(parseJson(text));
  if (!parsed.success)
    throw new CommandFailure(`${path} is damaged. Remove it and sign in again with \`bly login\`.`, {
      exitCode: EXIT.usage,
    });
  return parsed.data;
}

/**
 * Changes what is stored. Commands at the same time take turns: none loses what another wrote. The file is open to this
 * user only.
 */
export async function changeProfiles<T>(
  change: (profiles: Profiles) => Promise<{ readonly profiles: Profiles; readonly result: T }>,
): Promise<T> {
  const path = profilesPath();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const release = await takeLock(`${path}.lock`);
  try {
    const { profiles, result } = await change(await readProfiles());
    await writeFile(`${path}.new`, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
    return result;
  } finally {
    await release();
  }
}

/** The profiles with one of them set. */
export function withProfile(profiles: Profiles, name: string, profile: StoredProfile): Profiles {
  return { ...profiles, profiles: { ...profiles.profiles, [name]: profile } };
}

async function takeLock(path: string): Promise<() => Promise<void>> {
  const attemptsMax = (2 * lockStaleMs) / lockPollMs;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      return () => rm(path, { force: true });
    } catch (cause) {
      if (!isErrorOf(cause, 'EEXIST')) throw new CommandFailure(`${dirname(path)} cannot be written to.`, { cause });
    }
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > lockStaleMs) await rm(path, { force: true });
    else await wait(lockPollMs);
  }
  throw new CommandFailure(`Another bly command holds ${path}. Remove it if none runs.`);
}

function isErrorOf(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
