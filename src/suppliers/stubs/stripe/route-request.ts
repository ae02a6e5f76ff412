import type { StubAccount } from './account.ts';
import { type FormValue, textAt, textsAt } from './form.ts';
import type { StubAnswer } from './idempotent-answers.ts';
import { presentIntent, presentSession } from './objects.ts';
import { StubError } from './stub-error.ts';

/** One request as it arrived, but for its secrets. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  /** The body, or the query where there is no body. */
  readonly form: FormValue;
  readonly idempotencyKey: string | undefined;
  readonly version: string | undefined;
}

/** Carries a request out on an account; what Stripe would refuse is an answer, too. */
export function routeRequest(account: StubAccount, request: StubRequest): StubAnswer {
  try {
    return { status: 200, body: carryOut(account, request) };
  } catch (error) {
    if (!(error instanceof StubError)) throw error;
    return { status: error.status, body: { error: error.body } };
  }
}

function carryOut(account: StubAccount, { method, path, form }: StubRequest): object {
  const id = /(?:cs_test|pi|spt)_stub\d+/.exec(path)?.[0] ?? '';
  const expand = Object.values(textsAt(form, 'expand'));
  switch (`${method} ${path.replace(id || ':none', ':id')}`) {
    case 'POST /v1/checkout/sessions':
      return presentSession(account.createSession(form), expand);
    case 'GET /v1/checkout/sessions/:id':
      return presentSession(account.getSession(id), expand);
    case 'POST /v1/checkout/sessions/:id/expire':
      return presentSession(account.expireSession(id), expand);
    case 'POST /v1/payment_intents':
      return presentIntent(account.createIntent(form), expand);
    case 'GET /v1/payment_intents/:id':
      return presentIntent(account.getIntent(id), expand);
    case 'POST /v1/payment_intents/:id/confirm':
      return presentIntent(account.confirmIntent(id, form), expand);
    case 'POST /v1/payment_intents/:id/capture':
      return presentIntent(account.captureIntent(id, form), expand);
    case 'POST /v1/payment_intents/:id/cancel':
      return presentIntent(account.cancelIntent(id, form), expand);
    case 'POST /v1/test_helpers/shared_payment/granted_tokens':
      return account.tokens.grant(form);
    case 'POST /v1/test_helpers/shared_payment/granted_tokens/:id/revoke':
      return account.tokens.revoke(id);
    case 'GET /v1/shared_payment/granted_tokens/:id':
      return account.tokens.read(id);
    case 'POST /v1/refunds':
      return account.createRefund(form);
    case 'GET /v1/refunds':
      return { object: 'list', has_more: false, data: account.listRefunds(textAt(form, 'payment_intent') ?? '') };
    default:
      throw new StubError(404, 'resource_missing', `Unrecognized request URL (${method}: ${path}).`);
  }
}
