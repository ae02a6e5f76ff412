import { html, type Html } from '../kit/html.ts';
import type { Problems } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** One field of a form. */
export interface Field {
  readonly name: string;
  /** Where two forms of a page have a field of one name; else the name. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly isOptional?: boolean;
  /** A code of digits and letters: never corrected or capitalized. */
  readonly isCode?: boolean;
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
  const { name, id = name, label, hint, type = 'text', autocomplete, lengthMax, isOptional, isCode } = field;
  const problem = problems[name];
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(
    (part) => part !== false,
  );
  const value = type === 'password' ? '' : (typed[name] ?? '');
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}"${isOptional !== true && html` required`} autocomplete="${autocomplete}" maxlength="${lengthMax}" data-missing="${own.fields.missing}"${(type !== 'text' || isCode === true) && html` autocapitalize="none" spellcheck="false"`} value="${value}"${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${problem !== undefined && html` aria-invalid="true"`}>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem !== undefined && html`<p class="problem" id="${id}-problem">${own.fields.problems[problem]}</p>`}
</div>`;
}

/**
 * Longest address and name that are taken; of a password a little more than may be, so that its length can be refused
 * with a message.
 */
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;
const PASSWORD_LENGTH_MAX = 300;
const CODE_LENGTH_MAX = 40;

export function emailField({ own }: Vocabulary, autocomplete = 'username'): Field {
  return { name: 'email', label: own.fields.email, type: 'email', autocomplete, lengthMax: EMAIL_LENGTH_MAX };
}

export function nameField({ own }: Vocabulary, hint: string): Field {
  return { name: 'name', label: own.fields.name, hint, autocomplete: 'name', lengthMax: NAME_LENGTH_MAX };
}

/** What an organization is called. */
export function organizationField({ own }: Vocabulary): Field {
  return {
    name: 'organization_name',
    label: own.fields.organization,
    hint: own.fields.organizationHint,
    autocomplete: 'organization',
    lengthMax: NAME_LENGTH_MAX,
  };
}

/** A code of the second factor: six digits, or a recovery code. */
export function codeField({ own }: Vocabulary): Field {
  return {
    name: 'code',
    label: own.fields.code,
    hint: own.fields.codeHint,
    autocomplete: 'one-time-code',
    lengthMax: CODE_LENGTH_MAX,
    isCode: true,
  };
}

/** The sandbox's first key, by which its organization is claimed. */
export function firstKeyField({ own }: Vocabulary): Field {
  return {
    name: 'first_key',
    label: own.signUp.firstKey,
    type: 'password',
    autocomplete: 'off',
    lengthMax: PASSWORD_LENGTH_MAX,
    isOptional: true,
  };
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
