import type { App } from '../context.ts';
import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import type { OutboundAnswer } from '../platform/outbound/outbound.ts';
import { UcpFailure, type ProtocolFailure } from './failure.ts';
import { PlatformProfile } from './model/negotiate.ts';
import { UCP_VERSION } from './model/names.ts';

/** Profiles are fetched again after this, in the background … */
const refreshedMs = 60_000;
/** … and none that is used is older than this. */
const ttlMs = 300_000;
const cachedMax = 1_000;
const timeoutMs = 3_000;
/** Documented profiles are below 5 KiB. */
const bytesMax = 262_144;
const urlLengthMax = 2_048;

type Fetched =
  | { readonly kind: 'profile'; readonly profile: PlatformProfile }
  | { readonly kind: 'failed'; readonly failure: ProtocolFailure };

/** Profiles of platforms, as they publish them. */
export interface PlatformProfiles {
  /** Throws the discovery failure of the protocol. */
  read(url: string | undefined): Promise<PlatformProfile>;
}

/** The profiles that a process has fetched. The address guard of webhooks holds for them, too. */
export function createPlatformProfiles(app: Pick<App, 'outbound' | 'log'>): PlatformProfiles {
  const cache = createRefreshingCache<Fetched>({
    read: (url) => fetchProfile(app, url),
    ttlMs,
    refreshedMs,
    entriesMax: cachedMax,
    onRefreshFailed: (err) => app.log.warn({ err }, 'a UCP profile could not be fetched again'),
  });
  return {
    async read(url) {
      if (url === undefined || url.length > urlLengthMax || !URL.canParse(url))
        throw invalidUrl('It is missing, or no URL.');
      const fetched = await cache.get(url);
      if (fetched.kind === 'failed') throw new UcpFailure(fetched.failure);
      return fetched.profile;
    },
  };
}

/** The profile as it is now, past what is cached; throws the discovery failure of the protocol. */
export async function fetchPlatformProfile(app: Pick<App, 'outbound'>, url: string): Promise<PlatformProfile> {
  const fetched = await fetchProfile(app, url);
  if (fetched.kind === 'failed') throw new UcpFailure(fetched.failure);
  return fetched.profile;
}

async function fetchProfile({ outbound }: Pick<App, 'outbound'>, url: string): Promise<Fetched> {
  const answer = await outbound.toPublic({
    method: 'GET',
    url,
    headers: { accept: 'application/json' },
    timeoutMs,
    responseBytesMax: bytesMax,
  });
  try {
    return { kind: 'profile', profile: readProfile(answer) };
  } catch (error) {
    if (error instanceof UcpFailure) return { kind: 'failed', failure: error.failure };
    throw error;
  }
}

function readProfile(answer: OutboundAnswer): PlatformProfile {
  if (answer.kind === 'failed') {
    if (answer.reason === 'bad_url' || answer.reason === 'refused_address') throw invalidUrl(answer.detail);
    throw unreachable('it did not answer');
  }
  if (answer.status !== 200) throw unreachable(`it answered ${answer.status}`);
  const profile = answer.isTruncated ? undefined : PlatformProfile.safeParse(parsed(answer.body));
  if (!profile?.success)
    throw new UcpFailure({
      status: 422,
      code: 'profile_malformed',
      content: "The document at the platform's profile URL is no UCP profile.",
    });
  const { version } = profile.data.ucp;
  if (version !== UCP_VERSION)
    throw new UcpFailure({
      status: 422,
      code: 'version_unsupported',
      content: `Version ${version} is not supported. This business implements version ${UCP_VERSION}.`,
    });
  return profile.data;
}

function invalidUrl(problem: string): UcpFailure {
  const content = `The URL of the platform's profile cannot be used. ${problem} It is sent in UCP-Agent (REST) or meta.ucp-agent.profile (MCP).`;
  return new UcpFailure({ status: 400, code: 'invalid_profile_url', content });
}

function unreachable(problem: string): UcpFailure {
  const content = `The platform's profile could not be fetched: ${problem}.`;
  return new UcpFailure({ status: 424, code: 'profile_unreachable', content });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
