import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';

/** Authorization requests of people who are not signed in, and where each of them signs in. */
export const signInPaths = new WeakMap<IncomingMessage, string>();

/**
 * Sends people who are not signed in to the sign-in page, but only once the library has checked the whole
 * authorization request: a faulty one, or one with `prompt=none`, gets the library's own answer. The interaction that
 * the library began is dropped, because the request starts again from its original parameters after the sign-in, which
 * may end in another browser or hours later.
 */
export function signInFirst(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const signInPath = signInPaths.get(ctx.req);
    const interaction = signInPath === undefined ? undefined : ctx.oidc?.entities.Interaction;
    if (signInPath === undefined || interaction === undefined) return;
    await interaction.destroy();
    ctx.remove('set-cookie');
    ctx.status = 303;
    ctx.set('location', signInPath);
    ctx.body = '';
  });
}
