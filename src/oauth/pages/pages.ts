import type { Provider } from 'oidc-provider';
import type { ClientView } from '../../../web/oauth/view.ts';
import type { App, Scope } from '../../context.ts';
import { equalSecrets } from '../../platform/security/crypto.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { actingFor, answerPage, withForm, withUser } from './answer-page.ts';
import { decideOnce } from '../decide-once.ts';
import { grantAccess } from '../grant-access.ts';
import { chooseScopes, issuerUrl, OAUTH_SCOPES } from '../model/issuer.ts';
import { findClient } from '../client-document.ts';
import { formOrigin, namePlace } from '../model/redirect-uri.ts';
import { applicationPages } from './pages-applications.ts';
import { devicePages } from './pages-device.ts';
import { INTERACTION_COOKIE } from '../provider.ts';
import { providerOf } from '../provider-of.ts';

type Interaction = InstanceType<Provider['Interaction']>;

/** What an application asks for, as it stands. */
interface Asked {
  readonly provider: Provider;
  readonly interaction: Interaction;
  readonly clientId: string;
  readonly client: ClientView;
  readonly scopes: readonly Scope[];
  readonly protocolScopes: readonly string[];
  readonly redirectUri: string;
}

const pathOf = ({ params }: PageContext) => `/oauth/interaction/${encodeURIComponent(params['uid'] ?? '')}`;

/** `GET /oauth/interaction/{uid}`: who asks for what, and may they. */
const consentPage: PageDeclaration = {
  method: 'GET',
  path: '/oauth/interaction/:uid',
  handle: (context) =>
    withUser(
      context,
      () => restartPath(context),
      async (signedIn) => {
        const requested = await readRequested(context);
        if (requested === undefined) return answerPage(context, { kind: 'closed', reason: 'request_over' });
        const { client, scopes, redirectUri } = requested;
        // The answer of the form leads on to the application: browsers need it in the content security policy.
        const origin = formOrigin(redirectUri);
        const view = {
          kind: 'consent',
          client,
          scopes,
          ...(await actingFor(context, signedIn)),
          csrf: signedIn.formToken,
          action: pathOf(context),
        } as const;
        return answerPage(context, view, { formOrigins: origin === undefined ? [] : [origin] });
      },
    ),
};

/** `POST /oauth/interaction/{uid}`: allowed or not, the user goes back to the application. */
const decisionPage: PageDeclaration = {
  method: 'POST',
  path: '/oauth/interaction/:uid',
  handle: (context) =>
    withForm(
      context,
      () => restartPath(context),
      async ({ user }) => {
        const requested = await readRequested(context);
        if (requested === undefined) return answerPage(context, { kind: 'closed', reason: 'request_over' });
        const { provider, interaction, clientId, client, scopes, protocolScopes } = requested;
        if (!(await decideOnce(context.app, { issuer: 'mcp', model: 'Interaction', id: context.params['uid'] ?? '' })))
          return answerPage(context, { kind: 'closed', reason: 'request_over' });
        if (context.form['decision'] !== 'allow')
          return await goBack(context, interaction, {
            error: 'access_denied',
            error_description: 'The user did not allow it.',
          });
        const { request } = context;
        const grantId = await grantAccess(context.app, provider, {
          issuer: 'mcp',
          user,
          client: { clientId, name: client.name, host: client.host },
          scopes,
          protocolScopes,
          request,
        });
        return await goBack(context, interaction, {
          login: { accountId: user.userId, remember: false },
          consent: { grantId },
        });
      },
    ),
};

/** Every page of the provider. */
export const oauthPages: readonly PageDeclaration[] = [
  ...[consentPage, decisionPage].map((page) => ({ ...page, keepsOpener: true })),
  ...devicePages,
  ...applicationPages,
];

/** The request that stands behind the page; undefined when it is over or was begun in another browser. */
async function readRequested(context: PageContext): Promise<Asked | undefined> {
  const uid = context.params['uid'] ?? '';
  if (!equalSecrets(context.cookies[INTERACTION_COOKIE] ?? '', uid)) return undefined;
  const provider = await providerOf(context.app, 'mcp');
  const interaction = await provider.Interaction.find(uid);
  if (interaction === undefined) return undefined;
  const { client_id: clientId, scope, redirect_uri: redirectUri } = interaction.params;
  if (typeof clientId !== 'string' || typeof redirectUri !== 'string') return undefined;
  const client = await findClient(provider, clientId);
  if (client === undefined) return undefined;
  const host = namePlace(redirectUri);
  const text = typeof scope === 'string' ? scope : '';
  const named = new Set(text.split(' '));
  return {
    provider,
    interaction,
    clientId,
    redirectUri,
    scopes: chooseScopes(text),
    protocolScopes: OAUTH_SCOPES.slice(-2).filter((name) => named.has(name)),
    client: {
      name: client.clientName?.trim() || host,
      host,
      // A client that is known by the address of its document belongs to that site, whatever it says.
      site: namePlace(clientId.startsWith('https://') ? clientId : (client.clientUri ?? '')) || undefined,
    },
  };
}

/**
 * The authorization request behind a consent page, from its beginning: what somebody comes back to who has to sign in
 * first, which may take longer than the request lives here. The page's own path where there is no such request any
 * more.
 */
async function restartPath(context: PageContext): Promise<string> {
  const params = (await readRequested(context))?.interaction.params ?? {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const text of [value].flat()) if (typeof text === 'string') query.append(name, text);
  return query.size === 0 ? pathOf(context) : `${issuerUrl('', 'mcp')}/auth?${query.toString()}`;
}

/** Hands the decision to the library, which sends the user on. */
async function goBack(
  { app }: { readonly app: Pick<App, 'clock'> },
  interaction: Interaction,
  result: NonNullable<Interaction['result']>,
): Promise<PageAnswer> {
  interaction.result = result;
  await interaction.save(Math.max(1, interaction.exp - Math.floor(app.clock.now().getTime() / 1_000)));
  return { status: 303, location: interaction.returnTo };
}
