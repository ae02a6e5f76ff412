import type { PageDeclaration } from '../../platform/http/route.ts';
import { answerMember } from './answer-page.ts';
import { viewOverview } from './view-account.ts';
import { withMember } from './with-member.ts';

const OVERVIEW = '/account';

/** `GET /account`: the organization. Its keys and members are in the console. */
const overviewPage: PageDeclaration = {
  method: 'GET',
  path: OVERVIEW,
  handle: (context) =>
    withMember(context, OVERVIEW, async (visit) =>
      answerMember(context, visit.member, await viewOverview(context.app, visit, { typed: {}, problems: {} })),
    ),
};

/** The page about the organization. */
export const accountPages: readonly PageDeclaration[] = [overviewPage];
