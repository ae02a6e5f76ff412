import type { App, Scope } from '../../context.ts';
import type { User } from '../../identity/model/user.ts';
import { type NetworkBuckets, takeFromNetworks } from '../../platform/limits/network-limits.ts';
import type { PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { actingFor, answerPage, withForm, withUser } from './answer-page.ts';
import { decideOnce } from '../decide-once.ts';
import { grantAccess } from '../grant-access.ts';
import { chooseScopes, CLI_CLIENT_ID, OAUTH_SCOPES, resourceUrl } from '../model/issuer.ts';
import { providerOf } from '../provider-of.ts';

const PATH = '/oauth/cli/device';
const CLIENT_NAME = 'Bly CLI';
const codeLength = 8;
const codeLengthMax = 40;
/** Codes a user may try in a burst, and how fast that comes back: of 20⁸ codes a few live at a time. */
const guessBucket = { burst: 10, perSecond: 1 / 30 } as const;

/**
 * Codes that all users of a network may try together: the people of an office may connect their command lines on one
 * day.
 */
const networkBuckets: NetworkBuckets = {
  bursts: { '/64': 30, '/56': 60, '/48': 90, '/32': 30, '/24': 120 },
  refillSeconds: 900,
};

type DeviceCode = NonNullable<
  Awaited<ReturnType<Awaited<ReturnType<typeof providerOf>>['DeviceCode']['findByUserCode']>>
>;

/**
 * `GET /oauth/cli/device`: the code that the command line shows is typed here. A link may bring it; it is still looked
 * at and confirmed.
 */
const codePage: PageDeclaration = {
  method: 'GET',
  path: PATH,
  handle: (context) =>
    withUser(context, returnPath(context), async ({ formToken }) =>
      answerPage(context, {
        kind: 'device_code',
        clientName: CLIENT_NAME,
        code: spellCode(readCode(context.query['user_code'])),
        problem: undefined,
        csrf: formToken,
      }),
    ),
};

/** `POST /oauth/cli/device`: first the code is shown again with what it gives away, then it is allowed or not. */
const decisionPage: PageDeclaration = {
  method: 'POST',
  path: PATH,
  handle: (context) =>
    withForm(context, PATH, async (signedIn) => {
      const { user, formToken } = signedIn;
      const { app, form, request } = context;
      const typed = readCode(form['user_code']);
      if (!(await mayGuess(app, user, request.remoteAddress)))
        return answerPage(context, { kind: 'closed', reason: 'too_many_attempts' });
      const code = typed.length === codeLength ? await findOpenCode(app, typed) : undefined;
      if (code === undefined)
        return answerPage(context, {
          kind: 'device_code',
          clientName: CLIENT_NAME,
          code: spellCode(typed),
          problem: typed === '' ? 'missing' : 'unknown',
          csrf: formToken,
        });
      const scopes = chooseScopes(scopeOf(code));
      const isDecided = form['decision'] === 'allow' || form['decision'] === 'deny';
      if (isDecided && !(await decideOnce(app, { issuer: 'cli', model: 'DeviceCode', id: code.jti }))) {
        return answerPage(context, {
          kind: 'device_code',
          clientName: CLIENT_NAME,
          code: spellCode(typed),
          problem: 'unknown',
          csrf: formToken,
        });
      }
      if (form['decision'] === 'allow') {
        await approveCode(app, { code, user, scopes, request });
        return answerPage(context, { kind: 'device_done', clientName: CLIENT_NAME, outcome: 'allowed' });
      }
      if (form['decision'] === 'deny') {
        Object.assign(code, { error: 'access_denied', errorDescription: 'The user did not allow it.' });
        await code.save();
        return answerPage(context, { kind: 'device_done', clientName: CLIENT_NAME, outcome: 'denied' });
      }
      return answerPage(context, {
        kind: 'device_confirm',
        code: spellCode(typed),
        clientName: CLIENT_NAME,
        scopes,
        ...(await actingFor(context, signedIn)),
        csrf: formToken,
      });
    }),
};

/** The pages of the device flow. */
export const devicePages: readonly PageDeclaration[] = [codePage, decisionPage];

interface Approval {
  readonly code: DeviceCode;
  readonly user: User;
  readonly scopes: readonly Scope[];
  readonly request: PageContext['request'];
}

async function approveCode(app: App, { code, user, scopes, request }: Approval): Promise<void> {
  const provider = await providerOf(app, 'cli');
  const named = new Set((scopeOf(code) ?? '').split(' '));
  const protocolScopes = OAUTH_SCOPES.slice(-2).filter((name) => named.has(name));
  const grantId = await grantAccess(app, provider, {
    issuer: 'cli',
    user,
    client: { clientId: CLI_CLIENT_ID, name: CLIENT_NAME, host: undefined },
    scopes,
    protocolScopes,
    request,
  });
  const authTime = Math.floor(app.clock.now().getTime() / 1_000);
  Object.assign(code, {
    accountId: user.userId,
    grantId,
    scope: [...scopes, ...protocolScopes].join(' '),
    resource: resourceUrl(app.config.publicUrl, 'cli'),
    authTime,
  });
  await code.save();
}

/** A code that waits for its user; undefined for one that is unknown, over, or decided. */
async function findOpenCode(app: App, typed: string): Promise<DeviceCode | undefined> {
  const provider = await providerOf(app, 'cli');
  const code = await provider.DeviceCode.findByUserCode(typed);
  return code === undefined || code.isExpired || code.accountId !== undefined || code.error !== undefined
    ? undefined
    : code;
}

/**
 * Guesses are counted by user, and by network for anyone who has many users: where sign-up is open, an account costs
 * nothing.
 */
async function mayGuess({ shared }: Pick<App, 'shared'>, { userId }: User, remoteAddress: string): Promise<boolean> {
  if (!(await shared.takeToken(`oauth:user-code:${userId}`, guessBucket, 1)).isAllowed) return false;
  return (await takeFromNetworks(shared, 'oauth:user-code', remoteAddress, networkBuckets)).isAllowed;
}

function scopeOf({ params }: DeviceCode): string | undefined {
  const scope = params?.['scope'];
  return typeof scope === 'string' ? scope : undefined;
}

/** Capitals, dashes and spaces do not matter. */
function readCode(text: string | undefined): string {
  return (text ?? '')
    .slice(0, codeLengthMax)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}

function spellCode(code: string): string {
  return code.length === codeLength ? `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}` : code;
}

function returnPath({ query }: PageContext): string {
  const code = readCode(query['user_code']);
  return code === '' ? PATH : `${PATH}?user_code=${spellCode(code)}`;
}
