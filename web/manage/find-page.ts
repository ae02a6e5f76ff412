import { html, type Html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import type { FindView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** The entrance: a reference and a last name. What is wrong with a pair is never said. */
export function renderFindPage(texts: Vocabulary, view: FindView): PageParts {
  const { messages, own } = texts;
  const { find } = own;
  const missing = view.problem === 'missing';
  const problem = problemText(texts, view);
  const body = html`${problem && html`<div class="alert" role="alert"><p><strong>${problem}</strong></p></div>`}
<div class="narrow card find">
<h1>${find.title}</h1>
<p>${find.text}</p>
<form method="post" action="${inLanguage(texts, '/manage')}">
${renderField({ id: 'booking_ref', label: messages.reference, hint: find.referenceHint, value: view.reference, problem: missing && view.reference === '' ? find.missingReference : undefined, attributes: html` maxlength="64" autocapitalize="characters"` })}
${renderField({ id: 'last_name', label: find.lastName, hint: find.lastNameHint, value: view.lastName, problem: missing && view.lastName === '' ? find.missingLastName : undefined, attributes: html` maxlength="200" autocomplete="family-name"` })}
${view.proof && renderProof(texts, view.proof)}
<button class="primary" type="submit">${find.submit}</button>
</form>
</div>`;
  return { title: problem ? messages.errorTitle(find.title) : find.title, body };
}

function problemText({ messages, own }: Vocabulary, { problem, hasEnded }: FindView): string | undefined {
  switch (problem) {
    case 'not_found':
      return own.find.notFound;
    case 'missing':
      return messages.problemsHeading;
    case 'proof_needed':
      return own.find.proofNeeded;
    case undefined:
      return hasEnded === false ? undefined : own.find.ended[hasEnded];
    default:
      return problem satisfies never;
  }
}

/** Either field is enough, so the browser requires neither. */
function renderProof({ own: { find } }: Vocabulary, { email, startDate }: NonNullable<FindView['proof']>): Html {
  const common = { problem: undefined, isOptional: true };
  return html`<fieldset class="proof">
<legend>${find.proof}</legend>
${renderField({ ...common, id: 'email', type: 'email', label: find.email, hint: find.emailHint, value: email, attributes: html` maxlength="200" autocomplete="email"` })}
${renderField({ ...common, id: 'start_date', type: 'date', label: find.startDate, hint: find.startDateHint, value: startDate, attributes: html`` })}
</fieldset>`;
}

interface Field {
  readonly id: string;
  readonly type?: 'text' | 'email' | 'date';
  readonly isOptional?: boolean;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly attributes: Html;
}

function renderField({ id, type = 'text', isOptional = false, label, hint, value, problem, attributes }: Field): Html {
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="${type}"${!isOptional && html` required`} spellcheck="false" value="${value}" aria-describedby="${id}-hint${problem && ` ${id}-problem`}"${problem && html` aria-invalid="true"`}${attributes}>
<p class="hint" id="${id}-hint">${hint}</p>
${problem && html`<p class="problem" id="${id}-problem">${problem}</p>`}
</div>`;
}
