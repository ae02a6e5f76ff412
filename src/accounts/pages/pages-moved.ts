import type { PageContext, PageDeclaration } from '../../platform/http/route.ts';

const KEYS = '/console/keys';
const MEMBERS = '/console/members';

/** Where keys and members were before they were in the console: links to them lead there for good. */
const LINKS: Readonly<Record<string, string>> = {
  '/account/keys': KEYS,
  '/account/keys/:key_id/revoke': `${KEYS}/:key_id/revoke`,
  '/account/members': MEMBERS,
  '/account/members/:user_id/remove': `${MEMBERS}/:user_id/remove`,
};

/** Forms that a browser may still show from before: nothing is done, and the page that follows says so. */
const FORMS: Readonly<Record<string, string>> = {
  '/account/keys': KEYS,
  '/account/keys/:key_id/revoke': KEYS,
  '/account/invitations': MEMBERS,
  '/account/invitations/:invitation_id/withdraw': MEMBERS,
  '/account/members/:user_id/role': MEMBERS,
  '/account/members/:user_id/remove': MEMBERS,
};

/** The addresses of keys and members on the account's pages. */
export const movedPages: readonly PageDeclaration[] = [
  ...Object.entries(LINKS).map(
    ([path, to]): PageDeclaration => ({
      method: 'GET',
      path,
      handle: ({ params }) => Promise.resolve({ status: 308, location: filled(to, params) }),
    }),
  ),
  ...Object.entries(FORMS).map(
    ([path, to]): PageDeclaration => ({
      method: 'POST',
      path,
      handle: () => Promise.resolve({ status: 303, location: `${to}?done=moved` }),
    }),
  ),
];

function filled(path: string, params: PageContext['params']): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
