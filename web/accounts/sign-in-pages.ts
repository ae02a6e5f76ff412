import { html, type Html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import { type Mark, renderMark } from '../checkout/marks.ts';
import {
  codeField,
  emailField,
  firstKeyField,
  nameField,
  organizationField,
  passwordField,
  renderAlert,
  renderField,
  renderForm,
} from './fields.ts';
import type { CheckMailView, ClosedReason, DoneKind, SignInView, OnwardView, Problems } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

type ViewOf<K extends SignInView['kind']> = Extract<SignInView, { readonly kind: K }>;

/** The messages of a page before sign-in, and what the person came for. */
interface SignInMessages extends Vocabulary {
  readonly onward: OnwardView | undefined;
}

/** The parts of a page of somebody who is not signed in. */
export function renderSignInParts(texts: SignInMessages, view: SignInView): PageParts {
  switch (view.kind) {
    case 'sign_up':
      return renderSignUp(texts, view);
    case 'sign_in':
      return renderSignIn(texts, view);
    case 'second_factor':
      return renderSecondFactor(texts, view);
    case 'join_sign_in':
      return renderJoinSignIn(texts, view);
    case 'forgot':
      return renderForgot(texts, view);
    case 'reset':
      return renderReset(texts, view);
    case 'verify':
      return renderVerify(texts, view);
    case 'join':
      return renderJoin(texts, view);
    case 'check_mail':
      return renderCheckMail(texts, view);
    case 'go_on':
      return renderGoOn(texts, view.path);
    case 'done':
      return renderDone(texts, view.what);
    case 'closed':
      return renderClosed(texts, view.reason);
    default:
      return view satisfies never;
  }
}

interface FormPage {
  readonly title: string;
  /** Undefined where the application that the person came for says it all. */
  readonly text: string | undefined;
  readonly alert: string | undefined;
  readonly form: Html;
  readonly links?: readonly (Html | false)[];
}

function renderFormPage(texts: SignInMessages, { title, text, alert, form, links = [] }: FormPage): PageParts {
  const { messages, onward } = texts;
  const carriedQuery = onward === undefined ? undefined : new URLSearchParams({ return_to: onward.path }).toString();
  const body = html`${renderAlert(alert)}
<div class="narrow card sign-in-card">
<h1>${title}</h1>
${text !== undefined && html`<p>${text}</p>`}
${renderApplication(texts)}
${form}
${links.map((link) => link !== false && html`<p class="way-on">${link}</p>`)}
</div>`;
  return {
    title: alert === undefined ? title : messages.errorTitle(title),
    body,
    hasForm: true,
    ...(carriedQuery === undefined ? {} : { carriedQuery }),
  };
}

/**
 * For which application the person is here, and, in another browser than the one it opened, where its answer would be
 * lost.
 */
function renderApplication({ own, onward }: SignInMessages): Html | undefined {
  const application = onward?.application;
  if (application === undefined) return undefined;
  const { name, place } = application;
  return html`<p class="application">${own.application.text(name, place)}</p>${renderOutOfReach({ own, onward })}`;
}

function renderOutOfReach({ own, onward }: Pick<SignInMessages, 'own' | 'onward'>): Html | undefined {
  const name = onward?.application?.name;
  return name !== undefined && isOutOfReach(onward)
    ? html`<div class="notice"><p>${own.application.elsewhere(name)}</p></div>`
    : undefined;
}

/**
 * Whether an answer given in this browser may never arrive: the program waits for it on the device of another browser.
 */
export function isOutOfReach(onward: OnwardView | undefined): boolean {
  return onward?.isElsewhere === true && onward.application?.isLocal === true;
}

/** A form that brings along where its person wants to go on to. */
function renderSignInForm(texts: SignInMessages, { body, ...form }: Parameters<typeof renderForm>[1]): Html {
  const { onward } = texts;
  const returnTo = onward !== undefined && html`<input type="hidden" name="return_to" value="${onward.path}">`;
  return renderForm(texts, { ...form, body: html`${returnTo}${body}` });
}

function renderSignUp(texts: SignInMessages, view: ViewOf<'sign_up'>): PageParts {
  const { own } = texts;
  const body = html`${renderField(texts, emailField(texts), view)}
${renderField(texts, nameField(texts, own.signUp.nameHint), view)}
${renderField(texts, organizationField(texts), view)}
${renderField(texts, { ...passwordField(texts, 'new_password'), label: own.fields.password }, view)}
${view.mayClaim && renderClaim(texts, view)}
<button class="primary" type="submit">${own.signUp.submit}</button>`;
  return renderFormPage(texts, {
    ...own.signUp,
    ...shortened(texts),
    alert: alertOf(texts, view.problems),
    form: renderSignInForm(texts, { action: '/sign-up', csrf: view.csrf, body }),
    links: [linkTo(texts, '/sign-in', own.signUp.haveAccount)],
  });
}

function renderSignIn(texts: SignInMessages, view: ViewOf<'sign_in'>): PageParts {
  const { own } = texts;
  const body = html`${renderField(texts, emailField(texts), view)}
${renderField(texts, passwordField(texts, 'password'), view)}
<button class="primary" type="submit">${own.signIn.submit}</button>`;
  const alert = view.isWrong
    ? own.signIn.wrong
    : (alertOf(texts, view.problems) ?? (view.hasEnded ? own.signIn.ended : undefined));
  return renderFormPage(texts, {
    ...own.signIn,
    ...shortened(texts),
    alert,
    form: renderSignInForm(texts, { action: '/sign-in', csrf: view.csrf, body }),
    links: [
      linkTo(texts, '/forgot-password', own.signIn.forgot),
      view.mayJoin && linkTo(texts, '/sign-up', own.signIn.noAccount),
    ],
  });
}

/** The sandbox's first organization waits for an owner: what its key does here, before anybody types it. */
function renderClaim(texts: SignInMessages, view: ViewOf<'sign_up'>): Html {
  const { claimHeading, claimText } = texts.own.signUp;
  const isOpen = view.problems['first_key'] !== undefined;
  return html`<details class="claim"${isOpen && html` open`}><summary>${claimHeading}</summary><p>${claimText}</p>
${renderField(texts, firstKeyField(texts), view)}</details>`;
}

function renderSecondFactor(texts: SignInMessages, view: ViewOf<'second_factor'>): PageParts {
  const { own } = texts;
  const body = html`<input type="hidden" name="ticket" value="${view.ticket}">
${renderField(texts, codeField(texts), view)}
<button class="primary" type="submit">${own.secondFactor.submit}</button>`;
  return renderFormPage(texts, {
    title: own.secondFactor.title,
    text: own.secondFactor.text,
    alert: view.isWrong ? own.security.problems.code_wrong : undefined,
    form: renderSignInForm(texts, { action: '/sign-in/code', csrf: view.csrf, body }),
    links: [linkTo(texts, '/sign-in', own.secondFactor.back)],
  });
}

function renderJoinSignIn(texts: SignInMessages, view: ViewOf<'join_sign_in'>): PageParts {
  const { join, roles, toSignIn } = texts.own;
  const title = join.title(view.organizationName);
  const body = html`<div class="narrow card">
<h1>${title}</h1>
<p>${join.text(view.email, roles[view.role])}</p>
<p>${join.signInFirst}</p>
<p>${linkTo(texts, '/sign-in', toSignIn, 'button primary')}</p>
</div>`;
  return { title, body };
}

function renderForgot(texts: SignInMessages, view: ViewOf<'forgot'>): PageParts {
  const { own } = texts;
  const body = html`${renderField(texts, emailField(texts), view)}
<button class="primary" type="submit">${own.forgot.submit}</button>`;
  return renderFormPage(texts, {
    ...own.forgot,
    alert: alertOf(texts, view.problems),
    form: renderSignInForm(texts, { action: '/forgot-password', csrf: view.csrf, body }),
    links: [linkTo(texts, '/sign-in', own.forgot.back)],
  });
}

function renderReset(texts: SignInMessages, view: ViewOf<'reset'>): PageParts {
  const { own } = texts;
  const body = html`${hiddenUser(view.email)}
${renderField(texts, passwordField(texts, 'new_password'), view)}
<button class="primary" type="submit">${own.reset.submit}</button>`;
  return renderFormPage(texts, {
    title: own.reset.titles[view.linkKind],
    text: own.reset.text(view.email),
    alert: alertOf(texts, view.problems),
    form: renderSignInForm(texts, { action: view.path, csrf: view.csrf, body }),
  });
}

function renderVerify(texts: SignInMessages, view: ViewOf<'verify'>): PageParts {
  const { own } = texts;
  const body = html`${hiddenUser(view.email)}
${renderField(texts, passwordField(texts, 'password'), view)}
<button class="primary" type="submit">${own.verify.submit}</button>`;
  return renderFormPage(texts, {
    title: own.verify.title,
    text: own.verify.text(view.email),
    alert: view.isWrong ? own.verify.wrong : alertOf(texts, view.problems),
    form: renderSignInForm(texts, { action: view.path, csrf: view.csrf, body }),
    links: [linkTo(texts, '/forgot-password', own.signIn.forgot)],
  });
}

function renderJoin(texts: SignInMessages, view: ViewOf<'join'>): PageParts {
  const { own } = texts;
  const body = html`${hiddenUser(view.email)}
${renderField(texts, nameField(texts, own.signUp.nameHint), view)}
${renderField(texts, { ...passwordField(texts, 'new_password'), label: own.fields.password }, view)}
<button class="primary" type="submit">${own.join.submit}</button>`;
  return renderFormPage(texts, {
    title: own.join.title(view.organizationName),
    text: own.join.text(view.email, own.roles[view.role]),
    alert: alertOf(texts, view.problems),
    form: renderSignInForm(texts, { action: view.path, csrf: view.csrf, body }),
  });
}

/** Password managers need to know whose password it is; people have read it above. */
function hiddenUser(email: string): Html {
  return html`<input type="hidden" name="username" autocomplete="username" value="${email}">`;
}

function renderCheckMail(texts: SignInMessages, view: CheckMailView): PageParts {
  const { checkMail, toSignIn, application } = texts.own;
  const name = texts.onward?.application?.name;
  const isConfirming = name !== undefined && view.purpose !== 'reset';
  const already = view.maySignIn ? checkMail.signInAlready : isConfirming ? application.confirmedAlready : undefined;
  const outbox =
    view.outbox === undefined
      ? html`<p class="quiet">${checkMail.spam}</p>`
      : html`<div class="notice"><p>${checkMail.outbox}</p><p><code>${view.outbox}</code></p></div>`;
  const body = html`<div class="narrow card">
${renderMark('wait')}
<h1>${checkMail.title}</h1>
<p role="status">${checkMail.texts[view.purpose]}${name !== undefined && ` ${application.mailLeadsOn(name)}`}</p>
${outbox}
${
  already !== undefined &&
  html`<p>${already}</p>
${linkTo(texts, '/sign-in', toSignIn, 'button primary')}`
}
</div>`;
  return { title: checkMail.title, body };
}

function renderGoOn(texts: SignInMessages, path: string): PageParts {
  const { own, onward } = texts;
  const name = onward?.application?.name;
  const body = html`<div class="narrow card">
${renderMark('done')}
<h1>${own.goOn.title}</h1>
${renderOutOfReach(texts)}
<p><a href="${path}">${name === undefined ? own.goOn.link : own.application.goOn(name)}</a></p>
</div>`;
  return { title: own.goOn.title, body };
}

function renderDone(texts: SignInMessages, what: DoneKind): PageParts {
  return renderNotice(texts, 'done', texts.own.done[what], linkTo(texts, '/sign-in', texts.own.toSignIn));
}

function renderClosed(texts: SignInMessages, reason: ClosedReason): PageParts {
  const { own } = texts;
  const links = {
    form_stale: ['/sign-in', own.toSignIn],
    link_gone: ['/forgot-password', own.toForgot],
    invitation_gone: ['/sign-in', own.toSignIn],
    locked: ['/forgot-password', own.toForgot],
    too_often: ['/sign-in', own.toSignIn],
    by_invitation: ['/sign-in', own.toSignIn],
    not_allowed: ['/account', own.toAccount],
    not_member: ['/account', own.toAccount],
    last_owner: ['/account', own.toAccount],
    codes_locked: ['/sign-in', own.toSignIn],
    factor_required: ['/account/security', own.toSecurity],
  } as const satisfies Record<ClosedReason, readonly [string, string]>;
  const [path, text] = links[reason];
  const name = texts.onward?.application?.name;
  const { title, text: why } = own.closed[reason];
  const leadsOn = reason === 'by_invitation' && name !== undefined ? ` ${own.application.invitationLeadsOn(name)}` : '';
  // A link that confirmed an address is gone, too: its owner has a password and wants in.
  const signIn = linkTo(texts, '/sign-in', own.toSignIn, 'button primary');
  const link = reason === 'link_gone' ? html`${signIn} ${linkTo(texts, path, text)}` : linkTo(texts, path, text);
  return renderNotice(texts, 'stop', { title, text: `${why}${leadsOn}` }, link);
}

function renderNotice(
  texts: SignInMessages,
  mark: Mark,
  notice: { readonly title: string; readonly text: string },
  link: Html,
): PageParts {
  const body = html`<div class="narrow card">
${renderMark(mark)}
<h1>${notice.title}</h1>
<p role="status">${notice.text}</p>
${renderApplication(texts)}
<p>${link}</p>
</div>`;
  return { title: notice.title, body };
}

/** Another page before sign-in: it takes along where the person wants to go on to. */
function linkTo(texts: SignInMessages, path: string, text: string, className?: string): Html {
  const href = inLanguage(texts, path, path.startsWith('/account') ? {} : { return_to: texts.onward?.path });
  return html`<a${className !== undefined && html` class="${className}"`} href="${href}">${text}</a>`;
}

/** What signing in is for in general: not said to somebody who came for an application. */
function shortened({ onward }: SignInMessages): { readonly text?: undefined } {
  return onward?.application === undefined ? {} : { text: undefined };
}

function alertOf({ own }: Vocabulary, problems: Problems): string | undefined {
  return Object.keys(problems).length === 0 ? undefined : own.problemsHeading;
}
