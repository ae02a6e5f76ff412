import type { PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { memberOf, type SignedIn } from '../../accounts/signed-in.ts';
import { answerPage, withForm, withUser } from './answer-page.ts';
import { listApplications, revokeApplication } from '../applications.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

const PATH = '/account/applications';

/** `GET /account/applications`: whom the user has given access, and since when. */
const listPage: PageDeclaration = {
  method: 'GET',
  path: PATH,
  handle: (context) => withUser(context, PATH, async (signedIn) => show(context, signedIn)),
};

/** `POST /account/applications`: one of them is taken its access away. */
const revokePage: PageDeclaration = {
  method: 'POST',
  path: PATH,
  handle: (context) =>
    withForm(context, PATH, async ({ user }) => {
      await revokeApplication(context.app, user, { grantHash: context.form['grant'] ?? '', request: context.request });
      return { status: 303, location: `${PATH}?locale=${requestedLanguage(context)}&revoked=1` };
    }),
};

/** The page of what was allowed. */
export const applicationPages: readonly PageDeclaration[] = [listPage, revokePage];

async function show(context: PageContext, signedIn: SignedIn) {
  const applications = await listApplications(context.app, signedIn.user);
  return answerPage(context, {
    kind: 'applications',
    applications,
    hasRevoked: context.query['revoked'] !== undefined,
    member: await memberOf(context.app, signedIn),
  });
}
