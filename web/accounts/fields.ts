import { html, type Html } from '../kit/html.ts';
import type { Problems } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** One field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'password';
  /** The autocomplete token for password managers. */
  readonly autocomplete: string;
  readonly lengthMax: number;
}
/** What the form knows of its fields. */
interface Filled {
  readonly typed: Readonly<Record<string, string>>;
  readonly problems: Problems;
}

/** A field with its label, its hint and what is wrong with it. Passwords are never filled in again. */
export function renderField({ own }: Vocabulary, field: Field, { typed, problems }: Filled): Html {
  const { name, label, hint, type = 'text', autocomplete, lengthMax } = field;
  const problem = problems[name];
  const described = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`].filter(
    (id) => id !== false,
  );
  const value = type === 'password' ? '' : (typed[name] ?? '');
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" required autocomplete="${autocomplete}" maxlength="${lengthMax}" data-missing="${own.fields.missing}"${type !== 'text' && html` autocapitalize="none" spellcheck="false"`} value="${value}"${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${problem !== undefined && html` aria-invalid="true"`}>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem !== undefined && html`<p class="problem" id="${name}-problem">${own.fields.problems[problem]}</p>`}
</div>`;
}

/**
 * Longest address and name that are taken; of a password a little more than may be, so that its length can be refused
 * with a message.
 */
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;
const PASSWORD_LENGTH_MAX = 300;

export function emailField({ own }: Vocabulary, autocomplete = 'username'): Field {
  return { name: 'email', label: own.fields.email, type: 'email', autocomplete, lengthMax: EMAIL_LENGTH_MAX };
}

export function nameField({ own }: Vocabulary, hint: string): Field {
  return { name: 'name', label: own.fields.name, hint, autocomplete: 'name', lengthMax: NAME_LENGTH_MAX };
}

/** A password that somebody has, or one that is to be chosen. */
export function passwordField({ own }: Vocabulary, which: 'password' | 'new_password' | 'current_password'): Field {
  const isNew = which === 'new_password';
  const labels = {
    password: own.fields.password,
    new_password: own.fields.newPassword,
    current_password: own.fields.currentPassword,
  };
  return {
    name: which,
    label: labels[which],
    type: 'password',
    autocomplete: isNew ? 'new-password' : 'current-password',
    lengthMax: PASSWORD_LENGTH_MAX,
    ...(isNew ? { hint: own.fields.passwordHint } : {}),
  };
}

/** A form of ours: it stays in the reader's language and shows that it was made for this browser. */
export function renderForm(
  texts: Vocabulary,
  form: { readonly action: string; readonly csrf: string; readonly body: Html; readonly className?: string },
): Html {
  return html`<form method="post" action="${inLanguage(texts, form.action)}"${form.className !== undefined && html` class="${form.className}"`}>
<input type="hidden" name="csrf" value="${form.csrf}">
${form.body}
</form>`;
}

/** Above a form that was not taken: what is wrong, read out at once. */
export function renderAlert(text: string | undefined): Html | undefined {
  return text === undefined
    ? undefined
    : html`<div class="alert alone" role="alert"><p><strong>${text}</strong></p></div>`;
}
