import { randomBytes } from 'node:crypto';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { chooseLanguage } from '../../../web/checkout/messages.ts';
import { renderOAuth } from '../../../web/oauth/render-oauth.ts';
import type { App } from '../../context.ts';
import { permissionsPolicy } from '../../platform/http/compiled-route.ts';

const nonceBytes = 16;

/**
 * What a person reads when an application has sent them here with something we cannot act on: nowhere they could
 * safely be sent back to.
 */
export function failurePage(app: Pick<App, 'config'>, ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const nonce = randomBytes(nonceBytes).toString('base64');
  const query = new URLSearchParams(ctx.querystring);
  const language = chooseLanguage(query.get('locale') ?? undefined, ctx.get('accept-language'));
  query.delete('locale');
  ctx.type = 'html';
  ctx.set({
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': permissionsPolicy,
    'cache-control': 'no-store',
    'content-language': language,
  });
  ctx.body = renderOAuth(
    language,
    { nonce, isSandbox: app.config.environment === 'sandbox' },
    { kind: 'failed', error: out.error, description: out.error_description, carriedQuery: query.toString() },
  );
}
