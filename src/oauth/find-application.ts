import type { AuthorizationRequests } from '../accounts/authorization-requests.ts';
import { findClient } from './client-document.ts';
import { issuerUrl } from './model/issuer.ts';
import { judgeRedirectUri, namePlace } from './model/redirect-uri.ts';
import { providerOf } from './provider-of.ts';

const authorizationPath = `${issuerUrl('', 'mcp')}/auth`;
/** A path is joined to some origin to be read. */
const ANY_ORIGIN = 'http://own.invalid';

/**
 * Names the application of an authorization request as the consent page does. The library checks the request itself
 * once it is opened.
 */
export const authorizationRequests: AuthorizationRequests = {
  async findApplication(app, path) {
    const { pathname, searchParams } = new URL(path, ANY_ORIGIN);
    if (pathname !== authorizationPath) return undefined;
    const [clientIds, redirectUris] = [searchParams.getAll('client_id'), searchParams.getAll('redirect_uri')];
    const [clientId, redirectUri] = [clientIds[0] ?? '', redirectUris[0]];
    if (clientIds.length !== 1 || redirectUris.length > 1) return undefined;
    const client = await findClient(await providerOf(app, 'mcp'), clientId);
    // A client with one address may leave it out, as the library lets it.
    const answerUri = redirectUri ?? (client?.redirectUris?.length === 1 ? client.redirectUris[0] : undefined);
    if (client === undefined || answerUri === undefined || !client.redirectUriAllowed(answerUri)) return undefined;
    const place = namePlace(answerUri);
    return { name: client.clientName?.trim() || place, place, isLocal: judgeRedirectUri(answerUri) !== 'web' };
  },
};
