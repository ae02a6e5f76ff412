import type { StubAccount } from './account.ts';
import { textAt } from './form.ts';
import type { StubSession } from './objects.ts';
import { PAGE_OUTCOMES, WALLETS } from './outcomes.ts';
import type { StubRequest } from './route-request.ts';
import { StubError } from './stub-error.ts';

/** Where hosted pages are: the id of a session follows. */
export const PAGE_PATH = '/c/pay/';

/** A page, or with `location` the way on. */
export interface PageAnswer {
  readonly status: number;
  readonly html: string;
  readonly location?: string;
}

/**
 * The hosted page of a session, for browsers and for curl. A form posts `outcome` (what the card does), `wallet` (that
 * is paid with instead) or, while the bank asks, `bank` (`approve` or `refuse`). A page that is paid leads to the
 * session's `success_url` (303).
 */
export function servePage(account: StubAccount, { method, path, form }: StubRequest): PageAnswer {
  const id = path.slice(PAGE_PATH.length);
  try {
    if (method === 'POST')
      choose(account, id, {
        outcome: textAt(form, 'outcome'),
        wallet: textAt(form, 'wallet'),
        bank: textAt(form, 'bank'),
      });
    const session = account.getSession(id);
    if (session.status === 'complete') return { status: 303, html: '', location: session.success_url };
    return { status: 200, html: renderPage(session) };
  } catch (error) {
    if (!(error instanceof StubError)) throw error;
    return { status: error.status, html: frame(`<h1>${escapeHtml(error.message)}</h1>`) };
  }
}

interface Choice {
  readonly outcome: string | undefined;
  readonly wallet: string | undefined;
  readonly bank: string | undefined;
}

function choose(account: StubAccount, id: string, { outcome: chosen, wallet: chosenWallet, bank }: Choice): void {
  const intent = account.getSession(id).payment_intent;
  const outcome = PAGE_OUTCOMES.find((name) => name === chosen);
  const wallet = WALLETS.find((name) => name === chosenWallet);
  if (wallet !== undefined) account.payOnPage(id, 'authorise', wallet);
  else if (outcome !== undefined) account.payOnPage(id, outcome);
  else if (intent !== null && (bank === 'approve' || bank === 'refuse')) account.answerBank(intent, bank === 'approve');
  else throw new StubError(400, 'parameter_invalid', `outcome must be one of ${PAGE_OUTCOMES.join(', ')}.`);
}

function renderPage(session: StubSession): string {
  const title = session.description ?? 'Payment';
  const amount = `${session.currency.toUpperCase()} ${session.amount_total} (in the smallest unit)`;
  if (session.status === 'expired') return frame('<h1>This page has expired.</h1>');
  const needsBank = session.payment_intent?.status === 'requires_action';
  const failure = session.payment_intent?.last_payment_error?.message;
  const buttons = needsBank ? buttonsOf('bank', ['approve', 'refuse']) : buttonsOf('outcome', PAGE_OUTCOMES);
  return frame(`<h1>${escapeHtml(title)}</h1><p>${escapeHtml(amount)}</p>
${failure === undefined ? '' : `<p role="alert">${escapeHtml(failure)}</p>`}
<p>${needsBank ? 'The bank asks: is it you?' : 'A stub of Stripe: no money moves. What does the card do?'}</p>
${needsBank ? '' : `<form method="post"><p>${buttonsOf('wallet', WALLETS)}</p></form>`}
<form method="post">${buttons}</form>
<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>`);
}

function buttonsOf(name: string, values: readonly string[]): string {
  return values.map((value) => `<button name="${name}" value="${value}">${value}</button>`).join(' ');
}

function frame(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pay</title>${body}</html>\n`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
