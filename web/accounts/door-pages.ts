import { html, type Html } from '../checkout/html.ts';
import type { PageParts } from '../checkout/layout.ts';
import { type Mark, renderMark } from '../checkout/marks.ts';
import { emailField, nameField, passwordField, renderAlert, renderField, renderForm } from './fields.ts';
import type { CheckMailView, ClosedReason, DoneKind, DoorView, Problems } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

type ViewOf<K extends DoorView['kind']> = Extract<DoorView, { readonly kind: K }>;

/** A page of somebody who is not signed in. */
export function renderDoor(words: Vocabulary, view: DoorView): PageParts {
  switch (view.kind) {
    case 'sign_up': return renderSignUp(words, view);
    case 'sign_in': return renderSignIn(words, view);
    case 'forgot': return renderForgot(words, view);
    case 'reset': return renderReset(words, view);
    case 'verify': return renderVerify(words, view);
    case 'join': return renderJoin(words, view);
    case 'check_mail': return renderCheckMail(words, view);
    case 'go_on': return renderGoOn(words, view.path);
    case 'done': return renderDone(words, view.what);
    case 'closed': return renderClosed(words, view.reason);
    default: return view satisfies never;
  }
}

interface FormPage {
  readonly title: string;
  readonly text: string;
  readonly alert: string | undefined;
  readonly form: Html;
  readonly links?: readonly (Html | false)[];
  readonly keptQuery?: string;
}

function renderFormPage({ messages }: Vocabulary, { title, text, alert, form, links = [], keptQuery }: FormPage): PageParts {
  const body = html`${renderAlert(alert)}
<div class="narrow card door">
<h1>${title}</h1>
<p>${text}</p>
${form}
${links.map((link) => link !== false && html`<p class="way-on">${link}</p>`)}
</div>`;
  return { title: alert === undefined ? title : messages.errorTitle(title), body, hasForm: true, ...(keptQuery === undefined ? {} : { keptQuery }) };
}

function renderSignUp(words: Vocabulary, view: ViewOf<'sign_up'>): PageParts {
  const { own } = words;
  const body = html`${renderField(words, emailField(words), view)}
${renderField(words, nameField(words, own.signUp.nameHint), view)}
${renderField(words, { ...passwordField(words, 'new_password'), label: own.fields.password }, view)}
<button class="primary" type="submit">${own.signUp.submit}</button>`;
  return renderFormPage(words, {
    ...own.signUp, alert: alertOf(words, view.problems), form: renderForm(words, { action: '/sign-up', csrf: view.csrf, body }), links: [linkTo(words, '/sign-in', own.signUp.haveAccount)],
  });
}

function renderSignIn(words: Vocabulary, view: ViewOf<'sign_in'>): PageParts {
  const { own } = words;
  const body = html`${view.returnTo !== undefined && html`<input type="hidden" name="return_to" value="${view.returnTo}">`}
${renderField(words, emailField(words), view)}
${renderField(words, passwordField(words, 'password'), view)}
<button class="primary" type="submit">${own.signIn.submit}</button>`;
  const alert = view.isWrong ? own.signIn.wrong : (alertOf(words, view.problems) ?? (view.hasEnded ? own.signIn.ended : undefined));
  return renderFormPage(words, {
    ...own.signIn, alert, form: renderForm(words, { action: '/sign-in', csrf: view.csrf, body }),
    links: [linkTo(words, '/forgot-password', own.signIn.forgot), view.mayJoin && linkTo(words, '/sign-up', own.signIn.noAccount)],
    ...(view.returnTo === undefined ? {} : { keptQuery: new URLSearchParams({ return_to: view.returnTo }).toString() }),
  });
}

function renderForgot(words: Vocabulary, view: ViewOf<'forgot'>): PageParts {
  const { own } = words;
  const body = html`${renderField(words, emailField(words), view)}
<button class="primary" type="submit">${own.forgot.submit}</button>`;
  return renderFormPage(words, {
    ...own.forgot, alert: alertOf(words, view.problems), form: renderForm(words, { action: '/forgot-password', csrf: view.csrf, body }), links: [linkTo(words, '/sign-in', own.forgot.back)],
  });
}

function renderReset(words: Vocabulary, view: ViewOf<'reset'>): PageParts {
  const { own } = words;
  const body = html`${hiddenUser(view.email)}
${renderField(words, passwordField(words, 'new_password'), view)}
<button class="primary" type="submit">${own.reset.submit}</button>`;
  return renderFormPage(words, {
    title: own.reset.titles[view.linkKind], text: own.reset.text(view.email), alert: alertOf(words, view.problems), form: renderForm(words, { action: view.path, csrf: view.csrf, body }),
  });
}

function renderVerify(words: Vocabulary, view: ViewOf<'verify'>): PageParts {
  const { own } = words;
  const body = html`${hiddenUser(view.email)}
${renderField(words, passwordField(words, 'password'), view)}
<button class="primary" type="submit">${own.verify.submit}</button>`;
  return renderFormPage(words, {
    title: own.verify.title, text: own.verify.text(view.email), alert: view.isWrong ? own.verify.wrong : alertOf(words, view.problems),
    form: renderForm(words, { action: view.path, csrf: view.csrf, body }), links: [linkTo(words, '/forgot-password', own.signIn.forgot)],
  });
}

function renderJoin(words: Vocabulary, view: ViewOf<'join'>): PageParts {
  const { own } = words;
  const body = html`${hiddenUser(view.email)}
${renderField(words, nameField(words, own.signUp.nameHint), view)}
${renderField(words, { ...passwordField(words, 'new_password'), label: own.fields.password }, view)}
<button class="primary" type="submit">${own.join.submit}</button>`;
  return renderFormPage(words, {
    title: own.join.title(view.organizationName), text: own.join.text(view.email, own.roles[view.role]), alert: alertOf(words, view.problems),
    form: renderForm(words, { action: view.path, csrf: view.csrf, body }),
  });
}

/** Password managers need to know whose password it is; people have read it above. */
function hiddenUser(email: string): Html {
  return html`<input type="hidden" name="username" autocomplete="username" value="${email}">`;
}

function renderCheckMail(words: Vocabulary, view: CheckMailView): PageParts {
  const { checkMail, toSignIn } = words.own;
  const outbox = view.outbox === undefined
    ? html`<p class="quiet">${checkMail.spam}</p>`
    : html`<div class="notice"><p>${checkMail.outbox}</p><p><code>${view.outbox}</code></p></div>`;
  const body = html`<div class="narrow card">
${renderMark('wait')}
<h1>${checkMail.title}</h1>
<p role="status">${checkMail.texts[view.purpose]}</p>
${outbox}
${view.maySignIn && html`<p>${checkMail.signInAlready} ${linkTo(words, '/sign-in', toSignIn)}</p>`}
</div>`;
  return { title: checkMail.title, body };
}

function renderGoOn({ own }: Vocabulary, path: string): PageParts {
  const body = html`<div class="narrow card">
${renderMark('done')}
<h1>${own.goOn.title}</h1>
<p><a href="${path}">${own.goOn.link}</a></p>
</div>`;
  return { title: own.goOn.title, body };
}

function renderDone(words: Vocabulary, what: DoneKind): PageParts {
  return renderNotice('done', words.own.done[what], linkTo(words, '/sign-in', words.own.toSignIn));
}

function renderClosed(words: Vocabulary, reason: ClosedReason): PageParts {
  const { own } = words;
  const ways = {
    form_stale: ['/sign-in', own.toSignIn], link_gone: ['/forgot-password', own.toForgot], invitation_gone: ['/sign-in', own.toSignIn], locked: ['/forgot-password', own.toForgot], too_often: ['/sign-in', own.toSignIn],
    by_invitation: ['/sign-in', own.toSignIn], email_taken: ['/sign-in', own.toSignIn], not_allowed: ['/account', own.toAccount],
  } as const satisfies Record<ClosedReason, readonly [string, string]>;
  const [path, text] = ways[reason];
  return renderNotice('stop', own.closed[reason], linkTo(words, path, text));
}

function renderNotice(mark: Mark, notice: { readonly title: string; readonly text: string }, way: Html): PageParts {
  const body = html`<div class="narrow card">
${renderMark(mark)}
<h1>${notice.title}</h1>
<p role="status">${notice.text}</p>
<p>${way}</p>
</div>`;
  return { title: notice.title, body };
}

function linkTo(words: Vocabulary, path: string, text: string): Html {
  return html`<a href="${inLanguage(words, path)}">${text}</a>`;
}

function alertOf({ own }: Vocabulary, problems: Problems): string | undefined {
  return Object.keys(problems).length === 0 ? undefined : own.problemsHeading;
}
