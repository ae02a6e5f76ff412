import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '../../src/identity/model/user.ts';
import { readAuditLog } from '../../src/identity/read-audit-log.ts';
import { findUserWithEmail } from '../../src/identity/read-user.ts';
import { insertGrant, listLiveGrants } from '../../src/oauth/grant-store.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Answer, TestService } from './service/service.ts';

/** What the users of tests sign in with. */
export const PASSWORD = 'nine green lamps hum';

/** A browser without scripts. */
export interface Visitor {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a form as the page that holds it was made; `csrf` is taken from the last page unless told. */
  post(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  readonly jar: Map<string, string>;
}

/** Keeps its cookies and the token of the page it is on. */
export function aVisitor(
  service: Pick<TestService, 'call'>,
  cookies: Iterable<readonly [string, string]> = [],
): Visitor {
  const jar = new Map<string, string>(cookies);
  const state = { csrf: '' };
  const send = async (
    method: string,
    path: string,
    body: string | undefined,
    more: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await service.call(method, path, body, {
      'x-api-key': '',
      'accept-language': 'en',
      ...(cookie && { cookie }),
      ...form,
      ...more,
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    state.csrf = /name="csrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? state.csrf;
    return answer;
  };
  return {
    jar,
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    post: (path, form, headers = {}) =>
      send('POST', path, new URLSearchParams({ csrf: state.csrf, ...form }).toString(), headers),
  };
}

/** What a person reads. */
export const wordsOf = (page: Answer): string =>
  page.text
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
/** Mails to an address, oldest first. */
export const mailsTo = (service: TestService, email: string): readonly string[] => {
  const folder = join(service.dataDir, 'outbox');
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`));
};
/** Quoted-printable undone, as far as addresses of ours need it. */
export const plain = (mail: string | undefined): string => (mail ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=');
/** The path of the one-time link in a mail. */
export const linkIn = (mail: string | undefined, path: string): string =>
  new RegExp(`http://[^\\s"<]+(${path}/[\\w-]{20,})`).exec(plain(mail))?.[1] ?? '';
/** The audit log of a user's organization, oldest first. */
export async function actionsOf(service: TestService, email: string): Promise<readonly string[]> {
  const { organizationId, userId } = await getUser(service, email);
  const caller = {
    organizationId,
    environment: 'sandbox',
    principal: { kind: 'user', userId },
    credentialId: userId,
    scopes: [],
    isUnlimited: false,
    now: new Date(),
    endUserId: undefined,
  } as const;
  return (await readAuditLog(service.app, caller, { action: undefined, limit: 100, pageToken: undefined })).events
    .map(({ action }) => action)
    .reverse();
}

/** Fills in the form of `/sign-up` and sends the mail. */
export async function signUp(
  service: TestService,
  email: string,
  { name = 'Maria Oliveira', password = PASSWORD, organization = 'Oliveira Travel', firstKey = '' } = {},
): Promise<Answer> {
  const visitor = aVisitor(service);
  await visitor.get('/sign-up');
  const answer = await visitor.post('/sign-up', {
    ...{ email, name, organization_name: organization, new_password: password },
    ...(firstKey === '' ? {} : { first_key: firstKey }),
  });
  await service.drain();
  return answer;
}

/** Fills in the form of `/sign-in`. */
export async function signIn(
  service: TestService,
  email: string,
  { password = PASSWORD, visitor = aVisitor(service) } = {},
): Promise<{ readonly visitor: Visitor; readonly answer: Answer }> {
  await visitor.get('/sign-in');
  return { visitor, answer: await visitor.post('/sign-in', { email, password }) };
}

/** A signed-in visitor on their account page. */
export async function aUser(service: TestService, email: string): Promise<Visitor> {
  await signUp(service, email);
  const { visitor, answer } = await signIn(service, email);
  if (answer.status !== 303) throw new Error(`not let in: ${answer.status}`);
  await visitor.get('/account');
  return visitor;
}

/** A program that the user has given access, as if on the consent page. */
export async function allowProgram(service: TestService, email: string): Promise<void> {
  const { organizationId, userId } = await getUser(service, email);
  const now = service.app.clock.now();
  await insertGrant(service.app.db, {
    organizationId,
    grantHash: newId('request'),
    userId,
    issuer: 'mcp',
    clientHash: undefined,
    clientName: 'Travel Agent',
    clientHost: undefined,
    scopes: 'search',
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
}
/** The programs a user has given access, by name. */
export async function programsOf(service: TestService, email: string): Promise<readonly string[]> {
  const grants = await listLiveGrants(service.app.db, await getUser(service, email), {
    now: service.app.clock.now(),
    limit: 10,
  });
  return grants.map(({ clientName }) => clientName);
}

export async function getUser(service: TestService, email: string): Promise<User> {
  const user = await findUserWithEmail(service.app, email);
  if (user === undefined) throw new Error('nobody has this address');
  return user;
}
