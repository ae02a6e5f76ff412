import type { Configuration, JWK, Provider, ResourceServer } from 'oidc-provider';
import type { App } from '../context.ts';
import { hasSecureCookies } from '../platform/http/secure-cookies.ts';
import { createAdapter, hashId } from './adapter.ts';
import { clientDocuments, fetchClientDocument } from './client-document.ts';
import { failurePage } from './pages/failure-page.ts';
import { findOwnUser } from '../identity/read-user.ts';
import { makeInteractionPolicy } from './interaction-policy.ts';
import {
  accessTokenSeconds,
  API_SCOPES,
  CLI_CLIENT_ID,
  deviceCodeSeconds,
  interactionSeconds,
  type IssuerName,
  issuerUrl,
  OAUTH_SCOPES,
  refreshTokenSeconds,
  resourceUrl,
} from './model/issuer.ts';
import { signInFirst } from './sign-in-first.ts';

/** The names of the provider's cookies. */
export const INTERACTION_COOKIE = 'bly_oauth_interaction';
const COOKIES = { session: 'bly_oauth_session', interaction: INTERACTION_COOKIE, resume: 'bly_oauth_resume' } as const;
const codeSeconds = 60;

/** What a provider is built from. */
export interface ProviderContext {
  readonly app: Pick<App, 'config' | 'db' | 'clock' | 'sealer' | 'log' | 'outbound' | 'shared'>;
  readonly issuer: IssuerName;
  /** Both halves, the one that signs first. */
  readonly keys: readonly JWK[];
}

/**
 * Builds the provider of an issuer. The library is loaded when somebody first needs it: most installations are called
 * with keys alone.
 */
export async function createProvider(context: ProviderContext): Promise<Provider> {
  const { Provider: Library, errors, interactionPolicy } = await import('oidc-provider');
  const { app, issuer } = context;
  const configuration: Configuration = {
    ...commonSettings(context),
    interactions: {
      url: (_ctx, { uid }) => `/oauth/interaction/${uid}`,
      policy: makeInteractionPolicy(interactionPolicy),
    },
    ...(issuer === 'mcp' ? mcpSettings : cliSettings),
    fetch: fetchClientDocument(app),
    adapter: (model) =>
      createAdapter(
        {
          app,
          issuer,
          endingCause: () => (Library.ctx?.oidc.route === 'revocation' ? 'client' : 'reuse'),
          alreadyUsed: () => new errors.InvalidGrant('already used'),
        },
        model,
      ),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      registration: { enabled: issuer === 'mcp', issueRegistrationAccessToken: false },
      ...(issuer === 'mcp' ? { clientIdMetadataDocument: clientDocuments(app) } : {}),
      deviceFlow: { enabled: issuer === 'cli', charset: 'base-20', mask: '****-****', deviceInfo: () => ({}) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resourceUrl(app.config.publicUrl, issuer),
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (resource !== resourceUrl(app.config.publicUrl, issuer)) throw new errors.InvalidTarget();
          return describeResource(context);
        },
      },
    },
  };
  const provider = new Library(issuerUrl(app.config.publicUrl, issuer), configuration);
  // The path a request came by is what we are reached at; forwardRequest passes it on, and nobody else's header is
  // believed.
  provider.proxy = true;
  if (hasSecureCookies(app.config)) secureCookies(provider);
  signInFirst(provider);
  announceQueryAlone(provider);
  watch(context, provider);
  return provider;
}

/** Answers come in the query alone (mounts.ts); the library announces all that it could do. */
function announceQueryAlone(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route === 'discovery' && typeof ctx.body === 'object')
      Object.assign(ctx.body ?? {}, { response_modes_supported: ['query'] });
  });
}

function commonSettings({ app, keys }: ProviderContext): Configuration {
  const secure = app.config.publicUrl.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', signed: false, overwrite: true, secure } as const;
  return {
    scopes: [...OAUTH_SCOPES],
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    jwks: { keys: [...keys] },
    cookies: { names: COOKIES, long: cookie, short: cookie },
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
    },
    // Tokens are given to anyone who has the code and its verifier; no cookie says who asks, so any site may.
    clientBasedCORS: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Tokens name their grant, so that taking it back stops them at once.
    extraTokenClaims: (_ctx, token) =>
      'grantId' in token && token.grantId !== undefined ? { grant: hashId(token.grantId) } : undefined,
    async findAccount(_ctx, accountId) {
      const user = await findOwnUser(app, accountId);
      return user && { accountId, claims: () => ({ sub: accountId }) };
    },
    renderError: (ctx, out) => failurePage(app, ctx, out),
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: codeSeconds,
      DeviceCode: deviceCodeSeconds,
      RefreshToken: refreshTokenSeconds,
      Grant: refreshTokenSeconds,
      IdToken: accessTokenSeconds,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
    },
  };
}

const mcpSettings: Configuration = {
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
};

const cliSettings: Configuration = {
  clientAuthMethods: ['none'],
  routes: { device_authorization: '/device/auth', code_verification: '/device' },
  clients: [
    {
      client_id: CLI_CLIENT_ID,
      client_name: 'Bly CLI',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: [],
      response_types: [],
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    },
  ],
};

function describeResource({ app, issuer, keys }: ProviderContext): ResourceServer {
  const [first] = keys;
  return {
    audience: resourceUrl(app.config.publicUrl, issuer),
    scope: API_SCOPES.join(' '),
    accessTokenTTL: accessTokenSeconds,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'ES256', kid: first?.kid } },
  };
}

/** The library makes cookies Secure on https alone; ours are off loopback too, where none comes back without it. */
function secureCookies(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String);
    if (cookies.length > 0)
      ctx.res.setHeader(
        'set-cookie',
        cookies.map((cookie) => (/; secure(?:;|$)/i.test(cookie) ? cookie : `${cookie}; secure`)),
      );
  });
}

/** What the library would print is logged; what only a client has to know is not. */
function watch({ app, issuer }: ProviderContext, provider: Provider): void {
  provider.onerror = (err) => app.log.error({ err, issuer }, 'an OAuth request failed');
  provider.on('server_error', (_ctx, err) => app.log.error({ err, issuer }, 'the OAuth provider failed'));
  provider.on('registration_create.success', (_ctx, client) => {
    app.log.info(
      {
        action: 'oauth.client_registered',
        client_id: client.clientId,
        client_name: client.clientName,
        redirect_uris: client.redirectUris,
      },
      'an OAuth client has registered itself',
    );
  });
}
