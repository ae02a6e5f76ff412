import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { openSession } from '../../src/accounts/sessions/open-session.ts';
import type { User } from '../../src/identity/model/user.ts';
import type { TestService } from './service/service.ts';
import { makeUser } from './users.ts';

/** A browser as far as OAuth needs one: it keeps cookies by path, follows nothing by itself and reads forms. */
export interface Visitor extends AnyVisitor {
  readonly user: User;
}
/** The same browser before anybody has signed in. */
export interface AnyVisitor {
  /** Fetches a page of the service. */
  get(url: string): Promise<Visit>;
  /** Sends the form of a page, with fields changed. */
  submit(page: Visit, fields: Readonly<Record<string, string>>): Promise<Visit>;
  /** Follows redirects within the service. */
  follow(visit: Visit): Promise<Visit>;
}
/** A page as it was answered. */
export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it leads on to; undefined for a page. */
  readonly location: string | undefined;
}

/** A signed-in user with a browser of their own. */
export async function openVisitor(service: TestService, email: string): Promise<Visitor> {
  const user = await makeUser(service, { email });
  return visitorOf(service, user, await sessionCookie(service, user));
}

/** The Cookie header of a browser in which a user has just signed in. */
export async function sessionCookie(service: TestService, user: User): Promise<string> {
  const cookie = await openSession(
    service.app,
    { user, passwordHash: undefined },
    { requestId: 'req_test', remoteAddress: '127.0.0.1', headers: {} },
  );
  return cookie?.split(';', 1)[0] ?? '';
}

/** A browser with one cookie. */
export function visitorOf(service: TestService, user: User, cookie: string): Visitor {
  return { user, ...aBrowser(service, cookie) };
}

/** A browser of somebody who is not signed in, unless a cookie says so. */
export function aBrowser(service: TestService, cookie?: string): AnyVisitor {
  const cookies = new Map<string, { readonly name: string; readonly value: string; readonly path: string }>();
  const keep = (text: string): void => {
    const [pair = '', ...attributes] = text.split('; ');
    const at = pair.indexOf('=');
    const path = attributes.map((part) => /^path=(.*)$/i.exec(part)?.[1]).find((found) => found !== undefined) ?? '/';
    const name = pair.slice(0, at);
    cookies.set(`${name} ${path}`, { name, value: pair.slice(at + 1), path });
  };
  if (cookie !== undefined) keep(cookie);
  const ask = async (url: string, init: RequestInit): Promise<Visit> => {
    const { pathname } = new URL(url);
    const sent = [...cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: sent, 'accept-language': 'en' },
    });
    answer.headers.getSetCookie().forEach(keep);
    const location = answer.headers.get('location');
    return {
      url,
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      location: location === null ? undefined : new URL(location, url).href,
    };
  };
  const get = (url: string) => ask(url, {});
  return {
    get,
    submit(page, fields) {
      const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)"[^>]* value="([^"]*)">/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as const,
      );
      // The first of the page's own: the way out stands in the head of every page of the account.
      const action = /<form method="post" action="((?!\/sign-out)[^"]+)"/.exec(page.text)?.[1] ?? page.url;
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
      return ask(new URL(action.replaceAll('&amp;', '&'), page.url).href, { method: 'POST', body });
    },
    async follow(visit) {
      let current = visit;
      for (let hop = 0; hop < 5 && current.location?.startsWith(service.url); hop += 1)
        current = await get(current.location);
      return current;
    },
  };
}

/** A verifier and its challenge (RFC 7636). */
export function newPkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** What an MCP client keeps of its authorization. */
export interface SdkMemory {
  client?: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];
  tokens?: Parameters<OAuthClientProvider['saveTokens']>[0];
  verifier: string;
  /** Where it has sent its user. */
  url?: URL;
}

/** The user's side of the MCP SDK's own client, in memory. */
export function sdkProvider(redirectUrl: string): { readonly kept: SdkMemory; readonly provider: OAuthClientProvider } {
  const kept: SdkMemory = { verifier: '' };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'MCP SDK', redirect_uris: [redirectUrl] },
    clientInformation: () => kept.client,
    saveClientInformation: (made) => {
      kept.client = made;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.url = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
  };
  return { kept, provider };
}
