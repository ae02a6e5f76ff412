import type { FieldProblem, Problems } from '../../../web/accounts/view.ts';
import { isPlainlySpelt } from '../../identity/model/user.ts';
import { isMailbox } from '../../platform/mail/mailer.ts';
import { judgePassword } from '../model/password.ts';

type Form = Readonly<Record<string, string>>;
const NAME_LENGTH_MAX = 100;
const UNSEEN = /(?:(?![\u200c\u200d])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}])+/gu;

/** A form that was read: what was typed, as far as it may be shown again, and what is wrong with it. */
export interface ReadForm {
  readonly typed: Readonly<Record<string, string>>;
  readonly problems: Problems;
}

/** An address: without the space around it, and spelt plainly. */
export function readEmail(form: Form): { readonly email: string; readonly problem: FieldProblem | undefined } {
  const email = (form['email'] ?? '').trim();
  return {
    email,
    problem: email === '' ? 'missing' : isMailbox(email) && isPlainlySpelt(email) ? undefined : 'email_invalid',
  };
}

/** A name of a person or a thing: one line, without characters that nobody sees but those that join letters. */
export function readName(
  form: Form,
  field = 'name',
): { readonly name: string; readonly problem: FieldProblem | undefined } {
  const name = (form[field] ?? '').replace(UNSEEN, ' ').trim().slice(0, NAME_LENGTH_MAX);
  return { name, problem: name === '' ? 'missing' : undefined };
}

/** A password that is to be chosen. `own`: words of the user's that it must not be made of. */
export function readNewPassword(
  form: Form,
  own: readonly (string | undefined)[],
): { readonly password: string; readonly problem: FieldProblem | undefined } {
  const password = form['new_password'] ?? '';
  return { password, problem: password === '' ? 'missing' : judgePassword(password, own) };
}

/** Problems by field, without the fields that have none. */
export function problemsOf(found: Readonly<Record<string, FieldProblem | undefined>>): Problems {
  const problems: Record<string, FieldProblem> = {};
  for (const [field, problem] of Object.entries(found)) if (problem !== undefined) problems[field] = problem;
  return problems;
}

/** Whether nothing is wrong. */
export function isSound(problems: Problems): boolean {
  return Object.keys(problems).length === 0;
}
