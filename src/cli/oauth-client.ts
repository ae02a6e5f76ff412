import * as z from 'zod';
import { callService, parseJson } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import type { Tokens } from './profiles.ts';

/** The command line's own client; it has no secret (contract, section 4). */
const CLIENT_ID = 'bly-cli';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const discoveryTimeoutMs = 15_000;
const intervalDefaultSeconds = 5;

const Discovery = z.object({
  issuer: z.string(),
  token_endpoint: z.url(),
  device_authorization_endpoint: z.url(),
  revocation_endpoint: z.url().optional(),
});
const DeviceCode = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url().optional(),
  expires_in: z.number(),
  interval: z.number().default(intervalDefaultSeconds),
});
const TokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().default(3_600),
});
const Problem = z.object({ error: z.string(), error_description: z.string().optional() });

/** Where a service's sign-in for the command line is. */
export type SignInEndpoints = z.infer<typeof Discovery>;
/** A code for the person to type, and the one to ask with. */
export type DeviceCode = z.infer<typeof DeviceCode>;
/** What asking for the tokens of a device code brought. */
export type PollOutcome =
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  | { readonly kind: 'pending' | 'slow_down' };

/**
 * Finds the sign-in of a service. Throws `CommandFailure` where there is none, or it is somebody else's: tokens would
 * go astray.
 */
export async function findSignIn(serviceUrl: string): Promise<SignInEndpoints> {
  const issuer = `${serviceUrl}/oauth/cli`;
  const answer = await callService({
    url: `${issuer}/.well-known/openid-configuration`,
    method: 'GET',
    timeoutMs: discoveryTimeoutMs,
  });
  const found = Discovery.safeParse(parseJson(answer.text));
  if (answer.status !== 200 || !found.success)
    throw new CommandFailure(
      `${serviceUrl} has no sign-in for the command line. Use an API key: bly login --api-key -`,
    );
  if (found.data.issuer !== issuer)
    throw new CommandFailure(
      `${serviceUrl} calls itself ${new URL(found.data.issuer).origin}: sign in with --url ${new URL(found.data.issuer).origin}`,
    );
  const { origin } = new URL(issuer);
  const isOwn = [
    found.data.token_endpoint,
    found.data.device_authorization_endpoint,
    found.data.revocation_endpoint ?? issuer,
  ].every((url) => new URL(url).origin === origin);
  if (!isOwn) throw new CommandFailure(`The sign-in of ${serviceUrl} leads to another host and is not trusted.`);
  return found.data;
}

/** Begins the device flow (RFC 8628). */
export async function askDeviceCode(endpoints: SignInEndpoints, scope: string): Promise<DeviceCode> {
  const answer = await postForm(endpoints.device_authorization_endpoint, { scope });
  const code = DeviceCode.safeParse(parseJson(answer.text));
  if (!code.success) throw new CommandFailure(`The sign-in could not begin: ${problemOf(answer.text)}`);
  const [link, own] = [
    new URL(code.data.verification_uri_complete ?? code.data.verification_uri),
    new URL(endpoints.issuer),
  ];
  if (link.origin !== own.origin) throw new CommandFailure('The sign-in leads to another host and is not trusted.');
  return code.data;
}

/** Asks once whether the person has allowed it. Throws `CommandFailure` when they have not, or took too long. */
export async function pollDeviceCode(endpoints: SignInEndpoints, deviceCode: string, now: Date): Promise<PollOutcome> {
  const answer = await postForm(endpoints.token_endpoint, { grant_type: deviceGrant, device_code: deviceCode });
  const parsed = parseJson(answer.text);
  if (answer.status === 200) return { kind: 'tokens', tokens: readTokens(parsed, now) };
  const error = Problem.safeParse(parsed).data?.error;
  if (error === 'authorization_pending') return { kind: 'pending' };
  // A service that is being restarted or that counts too many requests is asked again, less often.
  if (error === 'slow_down' || answer.status === 429 || answer.status >= 500) return { kind: 'slow_down' };
  if (error === 'access_denied')
    throw new CommandFailure('Not signed in: it was not allowed in the browser.', { exitCode: EXIT.unauthenticated });
  if (error === 'expired_token')
    throw new CommandFailure('Not signed in: the code has run out. Begin again with bly login.', {
      exitCode: EXIT.unauthenticated,
    });
  throw new CommandFailure(`Not signed in: ${problemOf(answer.text)}`, { exitCode: EXIT.unauthenticated });
}

/** Fresh tokens for a refresh token, which is thereby used up. Undefined when it is over: the person signs in again. */
export async function refreshTokens(serviceUrl: string, refreshToken: string, now: Date): Promise<Tokens | undefined> {
  const { token_endpoint } = await findSignIn(serviceUrl);
  const answer = await postForm(token_endpoint, { grant_type: 'refresh_token', refresh_token: refreshToken });
  if (answer.status === 200) return readTokens(parseJson(answer.text), now);
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return undefined;
  throw new CommandFailure(`The sign-in could not be renewed: ${problemOf(answer.text)}`, { exitCode: EXIT.upstream });
}

/** Takes a refresh token back, and with it what it stood for. */
export async function revokeToken(serviceUrl: string, refreshToken: string): Promise<void> {
  const { revocation_endpoint } = await findSignIn(serviceUrl);
  if (revocation_endpoint !== undefined)
    await postForm(revocation_endpoint, { token: refreshToken, token_type_hint: 'refresh_token' });
}

function postForm(url: string, fields: Readonly<Record<string, string>>) {
  return callService({
    url,
    method: 'POST',
    timeoutMs: discoveryTimeoutMs,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, client_id: CLIENT_ID }).toString(),
  });
}

function readTokens(parsed: unknown, now: Date): Tokens {
  const { access_token, refresh_token, expires_in } = TokenAnswer.parse(parsed);
  return {
    access_token,
    ...(refresh_token === undefined ? {} : { refresh_token }),
    expires_at: new Date(now.getTime() + expires_in * 1_000).toISOString(),
  };
}

function problemOf(text: string): string {
  const problem = Problem.safeParse(parseJson(text)).data;
  return problem === undefined ? 'the answer could not be read' : (problem.error_description ?? problem.error);
}
