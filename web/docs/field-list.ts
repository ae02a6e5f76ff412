import { type Html, html } from '../kit/html.ts';
import { renderProse } from './layout.ts';
import type { FieldView } from './view.ts';

/** As many values of an enum are shown at once; more are folded away. */
const valuesMax = 12;

/** Whether fields are sent, and must be, or come back. */
export type FieldUse = 'sent' | 'answered';

/** Fields with those within them folded away, to any depth. `anchor` begins the ids of the outermost. */
export function renderFields(fields: readonly FieldView[], use: FieldUse, anchor?: string): Html {
  return html`<ul class="fields">${fields.map((field) => renderField(field, use, anchor))}</ul>`;
}

function renderField(field: FieldView, use: FieldUse, anchor: string | undefined): Html {
  const id = anchor === undefined ? false : html` id="${anchor}.${field.name}"`;
  return html`<li${id}><code>${field.name}</code> <small>${renderType(field)}${renderPresence(field, use)}</small>
${field.description !== '' && html`<p>${renderProse(field.description)}</p>`}${renderAllowed(field.allowed)}${field.limits.length > 0 && html`<p class="limits">${renderProse(field.limits.join('; '))}</p>`}${renderInner(field, use)}</li>`;
}

function renderType(field: FieldView): Html {
  return field.isMoney ? html`<a href="/docs/guides/money">money</a>` : html`${field.type}`;
}

function renderPresence({ isRequired }: FieldView, use: FieldUse): Html | false {
  if (use === 'sent') return isRequired && html` <b>required</b>`;
  return !isRequired && html` <i>optional</i>`;
}

function renderAllowed(allowed: readonly string[]): Html | false {
  if (allowed.length === 0) return false;
  const values = html`<p class="limits">${allowed.map((value) => html`<code>${value}</code> `)}</p>`;
  return allowed.length <= valuesMax
    ? html`<div class="allowed">One of ${values}</div>`
    : html`<details><summary>One of ${allowed.length} values</summary>${values}</details>`;
}

function renderInner({ fields, isRepeated, name }: FieldView, use: FieldUse): Html | false {
  if (isRepeated) return html`<p class="limits">Has the fields of what it lies in.</p>`;
  return (
    fields.length > 0 &&
    html`<details><summary>${fields.length} ${fields.length === 1 ? 'field' : 'fields'}<span class="unseen"> of ${name}</span></summary>${renderFields(fields, use)}</details>`
  );
}
