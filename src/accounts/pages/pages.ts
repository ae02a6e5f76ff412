import { refuse } from '../../platform/errors.ts';
import type { PageDeclaration } from '../../platform/http/route.ts';
import { accountPages } from './pages-account.ts';
import { joinPages } from './pages-join.ts';
import { mailedLinkPages } from './pages-link.ts';
import { movedPages } from './pages-moved.ts';
import { organizationPages } from './pages-organizations.ts';
import { secondFactorPages } from './pages-second-factor.ts';
import { securityPages } from './pages-security.ts';
import { signInPages } from './pages-sign-in.ts';
import { signUpPages } from './pages-sign-up.ts';

/**
 * Every page of people who sign in with a browser. Where another issuer says who is who (BLY_OIDC_ISSUER) there is none
 * of them.
 */
export const accountsPages: readonly PageDeclaration[] = [
  // Somebody whom an application sends here to allow it something may have to sign in or up first, in the application's
  // window.
  ...[...signUpPages, ...signInPages, ...mailedLinkPages, ...joinPages].map((page) => ({ ...page, keepsOpener: true })),
  ...accountPages,
  ...movedPages,
  ...organizationPages,
  ...securityPages,
  ...secondFactorPages,
].map(onlyOfOurOwn);

/** Passwords of ours beside the issuer's users would be a second way in that the issuer knows nothing of. */
function onlyOfOurOwn(page: PageDeclaration): PageDeclaration {
  return {
    ...page,
    async handle(context) {
      if (context.app.config.oidc !== undefined) throw refuse('path_unknown');
      return await page.handle(context);
    },
  };
}
