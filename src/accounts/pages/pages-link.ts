import type { OnwardView, Problems } from '../../../web/accounts/view.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { answerClosed, answerSignInPage, answerForm } from './answer-page.ts';
import { isOwnForm } from './form-token.ts';
import { findLink, type OpenLink } from '../links/issue-email-link.ts';
import type { LinkKind } from '../model/link.ts';
import { findOnward, findOnwardOfInvited, findOnwardOfLink } from '../onward.ts';
import { enterWith } from './pages-sign-in.ts';
import { isSound, problemsOf, readNewPassword } from './read-form.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { checkSignIn } from '../sign-in.ts';
import { verifyEmail } from '../verify-email.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

/** A link that works, and what the person came for who asked for it. */
interface Opened extends OpenLink {
  readonly onward: OnwardView | undefined;
}

/** Looking at a link uses nothing up: programs that scan mails open links, too. */
function linkPages(
  path: string,
  kinds: readonly LinkKind[],
  answer: {
    readonly look: (context: PageContext, opened: Opened) => PageAnswer;
    readonly submit: (context: PageContext, opened: Opened) => Promise<PageAnswer>;
  },
): readonly PageDeclaration[] {
  const find = async (context: PageContext): Promise<Opened | undefined> => {
    const opened = await findLink(context.app, context.params['token'] ?? '', kinds);
    if (opened === undefined) return undefined;
    const { link } = opened;
    return {
      ...opened,
      onward: await (link.kind === 'welcome'
        ? findOnwardOfInvited(context)
        : findOnwardOfLink(context, link.returnSealed)),
    };
  };
  return [
    {
      method: 'GET',
      path,
      async handle(context) {
        const link = await find(context);
        return link === undefined
          ? answerClosed(context, 'link_gone', { onward: await findOnward(context) })
          : answer.look(context, link);
      },
    },
    {
      method: 'POST',
      path,
      async handle(context) {
        if (!isOwnForm(context)) return answerClosed(context, 'form_stale');
        const link = await find(context);
        return link === undefined ? answerClosed(context, 'link_gone') : await answer.submit(context, link);
      },
    },
  ];
}

/** `/verify/{token}`: the mailed link together with the password the account was made with; signs in. */
const verifyPages = linkPages('/verify/:token', ['verify'], {
  look: (context, link) => answerVerify(context, link, {}),
  async submit(context, link) {
    const { app, form, request } = context;
    const password = form['password'] ?? '';
    if (password === '') return answerVerify(context, link, { problems: { password: 'missing' }, status: 422 });
    const outcome = await checkSignIn(app, {
      email: link.user.email ?? '',
      password,
      language: requestedLanguage(context),
      request,
    });
    switch (outcome.kind) {
      case 'right':
      case 'unverified': {
        await verifyEmail(app, link, request);
        return await enterWith(context, outcome, link.onward, () =>
          answerVerify(context, link, { isWrong: true, status: 401 }),
        );
      }
      case 'wrong':
        return answerVerify(context, link, { isWrong: true, status: 401 });
      case 'locked':
      case 'too_often':
        return answerClosed(context, outcome.kind, { onward: link.onward });
      default:
        return outcome satisfies never;
    }
  },
});

function answerVerify(
  context: PageContext,
  { user, onward }: Opened,
  state: { readonly problems?: Problems; readonly isWrong?: boolean; readonly status?: number },
): PageAnswer {
  const { problems = {}, isWrong = false, status = 200 } = state;
  return answerForm(
    context,
    {
      kind: 'verify',
      path: `/verify/${context.params['token'] ?? ''}`,
      email: user.email ?? '',
      typed: {},
      problems,
      isWrong,
    },
    { status, onward },
  );
}

/** `/reset-password/{token}`: a new password, or the first one. */
const resetPages = linkPages('/reset-password/:token', ['reset', 'welcome'], {
  look: (context, link) => answerReset(context, link, {}),
  async submit(context, link) {
    const { app, form, request } = context;
    const { password, problem } = readNewPassword(form, [link.user.email, link.user.name]);
    const problems = problemsOf({ new_password: problem });
    if (!isSound(problems)) return answerReset(context, link, problems);
    const outcome = await resetPassword(app, link, { password, language: requestedLanguage(context), request });
    return outcome === 'gone'
      ? answerClosed(context, 'link_gone')
      : answerSignInPage(context, { kind: 'done', what: 'password_set' }, { onward: link.onward });
  },
});

function answerReset(context: PageContext, { link, user, onward }: Opened, problems: Problems): PageAnswer {
  const linkKind = link.kind === 'welcome' ? 'welcome' : 'reset';
  return answerForm(
    context,
    {
      kind: 'reset',
      path: `/reset-password/${context.params['token'] ?? ''}`,
      email: user.email ?? '',
      linkKind,
      typed: {},
      problems,
    },
    { status: isSound(problems) ? 200 : 422, onward },
  );
}

/** Every page that a mailed link leads to. */
export const mailedLinkPages: readonly PageDeclaration[] = [...verifyPages, ...resetPages];
