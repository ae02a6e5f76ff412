import type { Scope } from '../../context.ts';
import { ALL_SCOPES } from '../../identity/model/api-key.ts';
import { makeKeyForUser } from '../../identity/keys/make-key-for-user.ts';
import { type ApiKey, listKeys } from '../../identity/read-organization.ts';
import { actorOf } from '../../identity/record-audit.ts';
import { revokeApiKey } from '../../identity/keys/revoke-api-key.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import type { PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { mayRun } from '../../platform/security/roles.ts';
import { answerMember, seeOther } from './answer-page.ts';
import { isSound, problemsOf, readName, type ReadForm } from './read-form.ts';
import { viewOverview } from './view-account.ts';
import { type MemberVisit, withMember, withMemberForm } from './with-member.ts';

const KEYS = '/account';
const UNTOUCHED: ReadForm = { typed: {}, problems: {} };

/** `GET /account`: the organization and its keys. */
const overviewPage: PageDeclaration = {
  method: 'GET',
  path: '/account',
  handle: (context) =>
    withMember(context, KEYS, async (visit) =>
      answerMember(context, visit.member, await viewOverview(context.app, visit, UNTOUCHED)),
    ),
};

/** `POST /account/keys`: the answer is the one page that ever shows the key. */
const makeKeyPage: PageDeclaration = {
  method: 'POST',
  path: '/account/keys',
  handle: (context) =>
    withMemberForm(context, KEYS, async (visit) => {
      const { name, problem } = readName(context.form, 'key_name');
      const scopes = ALL_SCOPES.filter((scope) => context.form[`scope_${scope}`] === '1');
      const problems = problemsOf({ key_name: problem, scopes: scopes.length === 0 ? 'missing' : undefined });
      const answerAgain = async (found: ReadForm['problems'], status: number) =>
        answerMember(
          context,
          visit.member,
          await viewOverview(context.app, visit, { typed: { ...context.form, key_name: name }, problems: found }),
          { status },
        );
      if (!isSound(problems)) return await answerAgain(problems, 422);
      try {
        const { text } = await makeKeyForUser(context.app, visit.acting, {
          name,
          scopes: allOr(scopes),
          quotaCalls: undefined,
          isMandateOnly: context.form['mandate_only'] === '1',
          rate: undefined,
          idempotency: undefined,
        });
        return answerMember(context, visit.member, { kind: 'key_created', key: text, name });
      } catch (error) {
        if (error instanceof Refusal && error.condition === 'state_conflict')
          return await answerAgain({ key_name: 'keys_full' }, 409);
        throw error;
      }
    }),
};

/** Every scope, those to come included, is said by leaving them out. */
function allOr(scopes: readonly Scope[]): readonly Scope[] | undefined {
  return scopes.length === ALL_SCOPES.length ? undefined : scopes;
}

/** `GET /account/keys/{id}/revoke`: asks once more. */
const askRevokePage: PageDeclaration = {
  method: 'GET',
  path: '/account/keys/:key_id/revoke',
  handle: (context) =>
    withMember(context, KEYS, async (visit) => {
      checkMayRevoke(visit);
      const { keyId, name } = await getKey(context, visit);
      return answerMember(context, visit.member, { kind: 'revoke_key', id: keyId, name });
    }),
};

/** `POST /account/keys/{id}/revoke`. */
const revokePage: PageDeclaration = {
  method: 'POST',
  path: '/account/keys/:key_id/revoke',
  handle: (context) =>
    withMemberForm(context, KEYS, async (visit) => {
      checkMayRevoke(visit);
      const { organizationId, keyId } = await getKey(context, visit);
      await revokeApiKey(context.app, {
        organizationId,
        keyId,
        actor: actorOf(visit.acting.caller),
        request: visit.acting.request,
      });
      return seeOther(context, KEYS);
    }),
};

const REVOCATION = { operationId: 'delete_api_key', tag: 'Account', isWrite: true } as const;

/** Throws `role_forbidden`, as the operation would, for people who only look or who help customers. */
function checkMayRevoke({ user }: MemberVisit): void {
  if (!mayRun(user.role, REVOCATION)) throw refuse('role_forbidden');
}

async function getKey({ app, params }: PageContext, { user }: MemberVisit): Promise<ApiKey> {
  const key = (await listKeys(app, user.organizationId)).find(({ keyId }) => keyId === params['key_id']);
  if (key === undefined) throw refuse('resource_not_found', { message: 'No API key has this id.' });
  return key;
}

/** The pages about the organization and its keys. */
export const accountPages: readonly PageDeclaration[] = [overviewPage, makeKeyPage, askRevokePage, revokePage];
