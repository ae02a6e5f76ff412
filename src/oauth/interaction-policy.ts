import type { interactionPolicy } from 'oidc-provider';
import { signInPaths } from './sign-in-first.ts';

/**
 * The library's own policy, which knows of no session of ours and would answer `login_required` to every silent request
 * (`prompt=none`). Somebody who is signed in needs no login but a consent, and their client hears that (OpenID Connect
 * Core, section 3.1.2.6).
 */
export function makeInteractionPolicy({
  base,
  Check,
}: Pick<typeof interactionPolicy, 'base' | 'Check'>): readonly interactionPolicy.Prompt[] {
  const policy = base();
  const isSignedIn = new Check(
    'signed_in',
    'the user has to allow this',
    'consent_required',
    // Only the first request counts: after the consent the library resumes with an account of its own.
    (ctx) => ctx.oidc.route === 'authorization' && !signInPaths.has(ctx.req),
  );
  policy.get('login')?.checks.add(isSignedIn, 0);
  return policy;
}
