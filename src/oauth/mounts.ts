import { findSignedIn } from '../accounts/signed-in.ts';
import { refuse } from '../platform/errors.ts';
import type { MountContext, MountDeclaration } from '../platform/http/route.ts';
import { hasNoBody, readBody } from '../platform/http/input/read-body.ts';
import { readCookies } from '../platform/http/input/request-headers.ts';
import { type NetworkBuckets, takeFromNetworks } from '../platform/limits/network-limits.ts';
import { allowAnySite, answerJson, answerProblem } from './answer.ts';
import { forwardRequest } from './forward-request.ts';
import { MCP_PATHS } from '../platform/mcp-addresses.ts';
import { hashId } from './adapter.ts';
import { readRegistration } from './model/client-metadata.ts';
import {
  API_SCOPES,
  CLI_CLIENT_ID,
  type IssuerName,
  issuerUrl,
  OAUTH_SCOPES,
  pollSeconds,
  resourceUrl,
  spellResource,
  spellScope,
} from './model/issuer.ts';

/** More than any request of OAuth has. */
const bodyBytesMax = 16_384;
/**
 * What the networks of an address may ask for in a burst, and how fast that comes back. Registrations are stored, so a
 * site gets few more than a home.
 */
const BUCKETS = {
  registration: { bursts: { '/64': 20, '/56': 30, '/48': 40, '/32': 20, '/24': 80 }, refillSeconds: 3_600 },
  authorization: { bursts: { '/64': 60, '/56': 120, '/48': 240, '/32': 60, '/24': 240 }, refillSeconds: 60 },
  device: { bursts: { '/64': 20, '/56': 40, '/48': 80, '/32': 20, '/24': 80 }, refillSeconds: 100 },
  token: { bursts: { '/64': 120, '/56': 360, '/48': 960, '/32': 120, '/24': 960 }, refillSeconds: 12 },
} as const satisfies Record<string, NetworkBuckets>;
/** A little faster than the interval is forgiven: a poll may be early by what the one before it was late. */
const pollBucket = { burst: 1, perSecond: 1 / (pollSeconds - 1) } as const;
const ISSUERS: readonly IssuerName[] = ['cli', 'mcp'];

type Endpoint = (context: MountContext, issuer: IssuerName, query: string) => Promise<void>;

/** `/oauth/*`: both issuers, the longer path first. */
const providerMount: MountDeclaration = {
  methods: ['GET', 'POST', 'OPTIONS'],
  path: '/oauth/*',
  async handle(context) {
    if (context.app.config.oidc !== undefined) throw refuse('path_unknown');
    const { pathname, search } = new URL(context.request.url ?? '/', context.app.config.publicUrl);
    const issuer = ISSUERS.find((name) => pathname.startsWith(`${pathOf(name)}/`)) ?? 'mcp';
    const endpoint = ENDPOINTS[issuer][pathname.slice(pathOf(issuer).length)] ?? answerOther;
    refuseOtherMethods(context, endpoint);
    await endpoint(context, issuer, search);
  },
};

/** The documents by which clients find out where to go. */
function discoveryMount(path: string, issuer: IssuerName): MountDeclaration {
  return {
    methods: ['GET', 'OPTIONS'],
    path,
    async handle(context) {
      if (context.app.config.oidc !== undefined) throw refuse('path_unknown');
      await discover(context, issuer, '');
    },
  };
}

/**
 * What a resource of ours says about itself (RFC 9728). It names itself by the address that was asked about; a token
 * for any address of MCP is one for all of them.
 */
function resourceMount(path: string, issuer: IssuerName, address?: string): MountDeclaration {
  return {
    methods: ['GET', 'OPTIONS'],
    path,
    async handle(context) {
      if (allowAnySite(context, 'GET')) return;
      const { publicUrl, oidc } = context.app.config;
      answerJson(context, 200, {
        resource: address === undefined ? resourceUrl(publicUrl, issuer) : `${publicUrl}${address}`,
        authorization_servers:
          oidc === undefined
            ? ISSUERS.filter((name) => issuer === 'cli' || name === 'mcp')
                .map((name) => issuerUrl(publicUrl, name))
                .sort()
            : [oidc.issuer],
        scopes_supported: API_SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Bly',
      });
    },
  };
}

/** Every path of OAuth that is no page of ours. */
export const oauthMounts: readonly MountDeclaration[] = [
  providerMount,
  ...['', '/oauth'].flatMap((path) =>
    ['oauth-authorization-server', 'openid-configuration'].map((name) =>
      discoveryMount(`/.well-known/${name}${path}`, 'mcp'),
    ),
  ),
  ...['oauth-authorization-server', 'openid-configuration'].map((name) =>
    discoveryMount(`/.well-known/${name}/oauth/cli`, 'cli'),
  ),
  resourceMount('/.well-known/oauth-protected-resource', 'mcp'),
  ...MCP_PATHS.map((path) => resourceMount(`/.well-known/oauth-protected-resource${path}`, 'mcp', path)),
  resourceMount('/.well-known/oauth-protected-resource/v1', 'cli'),
];

const discover: Endpoint = async (context, issuer) => {
  if (allowAnySite(context, 'GET')) return;
  if (issuer === 'cli') answerJson(context, 200, describeDeviceIssuer(context.app.config.publicUrl));
  else await forwardRequest(context, { issuer, target: '/.well-known/oauth-authorization-server' });
};

/** The issuer of the command line has no way in for a browser: the library would name one. */
function describeDeviceIssuer(publicUrl: string): Readonly<Record<string, unknown>> {
  const issuer = issuerUrl(publicUrl, 'cli');
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    device_authorization_endpoint: `${issuer}/device/auth`,
    revocation_endpoint: `${issuer}/token/revocation`,
    jwks_uri: `${issuer}/jwks`,
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    response_types_supported: [],
    scopes_supported: OAUTH_SCOPES,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

const showKeys: Endpoint = async (context, issuer) => {
  if (allowAnySite(context, 'GET')) return;
  await forwardRequest(context, { issuer, target: '/jwks' });
};

/** The entrance for a browser: the library checks the request before anybody is asked to sign in. */
const authorize: Endpoint = async (context, issuer, search) => {
  if (!(await mayAsk(context, 'authorization'))) return;
  const query = spellRequest(context, issuer, new URLSearchParams(search));
  if ((query.get('response_mode') ?? 'query') !== 'query') {
    answerProblem(context, {
      status: 400,
      error: 'unsupported_response_mode',
      description: 'Answers come in the query of redirect_uri; leave response_mode out.',
    });
    return;
  }
  const isSignedIn = (await findSignedIn(context.app, readCookies(context.request.headers))) !== undefined;
  // The return path is the request as the client wrote it: after the sign-in it starts again from there, in whichever
  // browser.
  const signInPath = isSignedIn
    ? {}
    : { signInPath: `/sign-in?return_to=${encodeURIComponent(`${pathOf(issuer)}/auth${search}`)}` };
  await forwardRequest(context, { issuer, target: `/auth?${query.toString()}`, ...signInPath });
};

/** A code, a device or a refresh token for tokens. */
const exchangeToken: Endpoint = async (context, issuer) => {
  if (allowAnySite(context, 'POST') || !(await mayAsk(context, 'token'))) return;
  const form = new URLSearchParams(await readText(context));
  const deviceCode = form.get('device_code');
  if (deviceCode !== null && !(await isPatient(context, deviceCode))) return;
  spellResources(context, issuer, form);
  // Said here, for the library would say it after it has used up the code or token.
  if (form.getAll('resource').some((resource) => resource !== resourceUrl(context.app.config.publicUrl, issuer))) {
    answerProblem(context, {
      status: 400,
      error: 'invalid_target',
      description: 'There are no tokens for this resource here.',
    });
    return;
  }
  await forwardRequest(context, { issuer, target: '/token', body: form.toString() });
};

const revokeToken: Endpoint = async (context, issuer) => {
  if (allowAnySite(context, 'POST') || !(await mayAsk(context, 'token'))) return;
  await forwardRequest(context, { issuer, target: '/token/revocation', body: await readText(context) });
};

/** A device asks for a code that its user types elsewhere. */
const authorizeDevice: Endpoint = async (context, issuer) => {
  if (allowAnySite(context, 'POST') || !(await mayAsk(context, 'device'))) return;
  const form = spellRequest(context, issuer, new URLSearchParams(await readText(context)));
  if (form.get('client_id') === null) form.set('client_id', CLI_CLIENT_ID);
  await forwardRequest(context, { issuer, target: '/device/auth', body: form.toString() });
};

/** A client registers itself (RFC 7591). */
const register: Endpoint = async (context, issuer) => {
  if (allowAnySite(context, 'POST') || !(await mayAsk(context, 'registration'))) return;
  const registration = readRegistration(parseJson(await readText(context)));
  if (registration.kind === 'refused') {
    answerProblem(context, { status: 400, error: registration.error, description: registration.problem });
    return;
  }
  await forwardRequest(context, { issuer, target: '/reg', body: JSON.stringify(registration.metadata) });
};

const COMMON_ENDPOINTS = {
  '/.well-known/oauth-authorization-server': discover,
  '/.well-known/openid-configuration': discover,
  '/jwks': showKeys,
  '/token': exchangeToken,
  '/token/revocation': revokeToken,
};
const ENDPOINTS: Readonly<Record<IssuerName, Readonly<Record<string, Endpoint>>>> = {
  mcp: { ...COMMON_ENDPOINTS, '/auth': authorize, '/reg': register },
  cli: { ...COMMON_ENDPOINTS, '/device/auth': authorizeDevice },
};

const POSTED: ReadonlySet<Endpoint> = new Set([exchangeToken, revokeToken, authorizeDevice, register]);

/** Before the library sees it: by another method it knows some of these paths as something else. */
function refuseOtherMethods({ request: { method = '' } }: MountContext, endpoint: Endpoint): void {
  const own = POSTED.has(endpoint) ? ['POST'] : ['GET', 'HEAD'];
  const allowed = endpoint === authorize ? own : [...own, 'OPTIONS'];
  if (endpoint !== answerOther && !allowed.includes(method))
    throw refuse('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
}

/** The way back from the consent page; whatever else there is, the library says what it is not. */
const answerOther: Endpoint = async (context, issuer, search) => {
  const { pathname } = new URL(context.request.url ?? '/', context.app.config.publicUrl);
  const path = pathname.slice(pathOf(issuer).length);
  if (issuer !== 'mcp' || context.request.method !== 'GET' || !/^\/auth\/[\w-]{1,64}$/.test(path))
    throw refuse('path_unknown');
  await forwardRequest(context, { issuer, target: `${path}${search}` });
};

const pathOf = (issuer: IssuerName) => issuerUrl('', issuer);

/**
 * Others' scopes are left out and none means all of ours, so that a client that knows nothing of us still gets
 * somewhere.
 */
function spellRequest(context: MountContext, issuer: IssuerName, parameters: URLSearchParams): URLSearchParams {
  parameters.set('scope', spellScope(parameters.get('scope') ?? undefined));
  spellResources(context, issuer, parameters);
  return parameters;
}

function spellResources({ app }: MountContext, issuer: IssuerName, parameters: URLSearchParams): void {
  const requested = parameters.getAll('resource');
  if (requested.length === 0) return;
  parameters.delete('resource');
  for (const resource of new Set(requested.map((text) => spellResource(app.config.publicUrl, issuer, text))))
    parameters.append('resource', resource);
}

/** False once too much was asked from one address, and said so. */
async function mayAsk(context: MountContext, kind: keyof typeof BUCKETS): Promise<boolean> {
  const { isAllowed, resetSeconds } = await takeFromNetworks(
    context.app.shared,
    `oauth:${kind}`,
    context.remoteAddress,
    BUCKETS[kind],
  );
  if (isAllowed) return true;
  const seconds = Math.max(1, Math.ceil(resetSeconds));
  answerProblem(context, {
    status: 429,
    error: 'temporarily_unavailable',
    description: `Too many requests. Try again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
  return false;
}

/** False for a device that asks faster than it may (RFC 8628, section 3.5). */
async function isPatient(context: MountContext, deviceCode: string): Promise<boolean> {
  const { isAllowed } = await context.app.shared.takeToken(`oauth:poll:${hashId(deviceCode)}`, pollBucket, 1);
  if (isAllowed) return true;
  answerProblem(context, {
    status: 400,
    error: 'slow_down',
    description: `Ask every ${pollSeconds} seconds; wait 5 seconds longer from now on.`,
  });
  return false;
}

async function readText({ request }: MountContext): Promise<string> {
  return hasNoBody(request) ? '' : (await readBody(request, bodyBytesMax)).toString('utf8');
}

/** What is not JSON is no registration; the reader of registrations says so. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
