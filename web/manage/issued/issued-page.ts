import { formatDay, formatMoney } from '../../kit/format.ts';
import { html, type Html } from '../../kit/html.ts';
import type { PageParts } from '../../kit/layout.ts';
import { renderReference } from '../../checkout/marks.ts';
import { sellerLines, writeLines } from './issued-lines.ts';
import type { IssuedLinkView, IssuedView, IssuerView } from './issued-view.ts';
import { inLanguage, type Vocabulary } from '../vocabulary.ts';

/** An invoice or a credit note, as it was issued. */
export function renderIssued(texts: Vocabulary, view: IssuedView): PageParts {
  const { own, messages } = texts;
  const names = own.documents;
  const title = names.titles[view.type];
  const body = html`<div class="paper">
<h1>${title}</h1>
<p>${messages.issued[view.type](view.number)} · ${names.issued(formatDay(messages, view.issuedOn))}</p>
${view.corrects.length > 0 && html`<p class="quiet">${names.corrects(view.corrects.join(', '))}</p>`}
${renderReference(messages, view.bookingRef)}
${renderParties(texts, view, view.customer)}
${renderDeeds(texts, view.pdfUrl, names.pdf)}
<section aria-labelledby="items-heading"><h2 id="items-heading">${names.itemsHeading}</h2>
<div class="card"><dl class="rows">${writeLines(texts, view).map(
    ({ label, notes, amount }) =>
      html`<div><dt>${label}${notes.map((note) => html`<span class="quiet below">${note}</span>`)}</dt><dd>${formatMoney(messages, amount)}</dd></div>`,
  )}
<div class="total"><dt>${names.total}</dt><dd>${formatMoney(messages, view.total)}</dd></div></dl></div></section>
<p class="note">${names.frozen}</p>
</div>`;
  return { title: `${title} ${view.number}`, body, barTitle: title, hasPrint: true };
}

/** What to do with a document: to keep it, or to print it where scripts run. */
export function renderDeeds(texts: Vocabulary, url: string, name: string): Html {
  return html`<p class="unprinted document-deeds"><a class="button secondary" href="${inLanguage(texts, url)}" download>${name}</a> <button class="secondary" type="button" data-print hidden>${texts.own.documents.print}</button></p>`;
}

/** Who issued it, and to whom. */
export function renderParties(
  texts: Vocabulary,
  issuer: IssuerView,
  customer: { readonly name: string; readonly email: string },
): Html {
  const { seller, customer: heading } = texts.own.documents;
  return html`<dl class="parties"><div><dt>${seller}</dt>${sellerLines(texts, issuer).map((line) => html`<dd>${line}</dd>`)}</div>
<div><dt>${heading}</dt>${[customer.name, customer.email].filter((line) => line !== '').map((line) => html`<dd>${line}</dd>`)}</div></dl>`;
}

/** Invoices and credit notes of a booking, each with what it came to. */
export function renderIssuedLinks(texts: Vocabulary, issued: readonly IssuedLinkView[]): Html | undefined {
  if (issued.length === 0) return undefined;
  const { own, messages } = texts;
  return html`<h2 class="documents-heading">${own.documents.issuedHeading}</h2>
<ul class="documents">${issued.map(
    ({ type, number, issuedOn, total, url }) =>
      html`<li><a href="${inLanguage(texts, url)}">${messages.issued[type](number)}</a> <span class="quiet below">${formatDay(messages, issuedOn)} · ${formatMoney(messages, total)}</span></li>`,
  )}</ul>`;
}
