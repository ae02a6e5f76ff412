import type {
  ClosedReason,
  SignInView,
  Member,
  MemberView,
  OnwardView,
  PageFacts,
} from '../../../web/accounts/view.ts';
import { renderSignInPage, renderMemberPage } from '../../../web/accounts/render-account.ts';
import type { PageAnswer, PageContext } from '../../platform/http/route.ts';
import { issueFormToken } from './form-token.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

type More = Pick<PageAnswer, 'cookies' | 'headers'> & { readonly status?: number };
/** What the person came for: said on the page, and taken along by its form and links. */
type SignInMore = More & { readonly onward?: OnwardView | undefined };
/** A view whose form has no token yet. */
type Unsigned<V> = V extends { readonly csrf: string } ? Omit<V, 'csrf'> : never;

/** A page without a form of somebody who is not signed in. */
export function answerSignInPage(
  context: PageContext,
  view: Exclude<SignInView, { readonly csrf: string }>,
  more: SignInMore = {},
): PageAnswer {
  return answerWith(context, more, renderSignInPage(factsOf(context), view, more.onward));
}

/** A page with a form: its token, and the cookie that goes with it. */
export function answerForm(context: PageContext, view: Unsigned<SignInView>, more: SignInMore = {}): PageAnswer {
  const { csrf, cookies } = issueFormToken(context);
  return answerWith(
    context,
    { ...more, cookies: [...cookies, ...(more.cookies ?? [])] },
    renderSignInPage(factsOf(context), { ...view, csrf }, more.onward),
  );
}

/** A page of somebody who is signed in. */
export function answerMember(context: PageContext, member: Member, view: MemberView, more: More = {}): PageAnswer {
  return answerWith(context, more, renderMemberPage(factsOf(context), member, view));
}

const CLOSED_STATUS = {
  form_stale: 403,
  link_gone: 410,
  invitation_gone: 410,
  locked: 429,
  too_often: 429,
  by_invitation: 403,
  not_allowed: 403,
  not_member: 404,
  last_owner: 409,
  codes_locked: 429,
  factor_required: 403,
} as const satisfies Record<ClosedReason, number>;

/** A page that has nothing to offer, and why. */
export function answerClosed(
  context: PageContext,
  reason: ClosedReason,
  more: Pick<SignInMore, 'headers' | 'onward'> = {},
): PageAnswer {
  return answerSignInPage(context, { kind: 'closed', reason }, { ...more, status: CLOSED_STATUS[reason] });
}

/** To another page of ours, in the reader's language. */
export function seeOther(
  context: PageContext,
  path: string,
  more: { readonly cookies?: readonly string[]; readonly query?: Readonly<Record<string, string>> } = {},
): PageAnswer {
  const query = new URLSearchParams({ locale: requestedLanguage(context), ...more.query });
  return { status: 303, location: `${path}?${query.toString()}`, cookies: more.cookies ?? [] };
}

/**
 * The folder mails are stored in, where they are not sent: said in the sandbox, so that the first minute needs no mail
 * server.
 */
export function outboxOf({ app }: PageContext): string | undefined {
  const destination = app.mailer?.destination;
  return app.config.environment === 'sandbox' && destination?.kind === 'outbox' ? destination.folder : undefined;
}

/**
 * Nobody between us and the reader keeps a page, and no address of ours, which may hold a one-time token, is reported
 * to another site.
 */
function answerWith(
  context: PageContext,
  { status = 200, cookies = [], headers = {} }: More,
  html: string,
): PageAnswer {
  const language = requestedLanguage(context);
  return {
    status,
    html,
    cookies,
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-language': language,
      vary: 'accept-language',
      ...headers,
    },
  };
}

/** What every page of the account is rendered with: the reader's language, its nonce, and whether money is real. */
export function factsOf(context: PageContext): PageFacts {
  return {
    language: requestedLanguage(context),
    nonce: context.nonce,
    isSandbox: context.app.config.environment === 'sandbox',
  };
}
