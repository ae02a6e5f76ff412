import { type FormValue, textAt } from './form.ts';
import { type Outcome, TOKENS } from './outcomes.ts';
import { StubError } from './stub-error.ts';

/** A token that an agent was granted, as `GET /v1/shared_payment/granted_tokens/{id}` shows it to its seller. */
export interface StubToken {
  readonly id: string;
  readonly object: 'shared_payment.granted_token';
  deactivated_reason: 'consumed' | 'expired' | 'resolved' | 'revoked' | null;
  readonly usage_limits: { readonly currency: string; readonly max_amount: number; readonly expires_at: number | null };
  readonly usage_details: { amount_captured: number };
}

/** The shared payment tokens of one account: the fixed ones of the sandbox, and those that a test has granted. */
export class GrantedTokens {
  readonly #tokens = new Map<string, StubToken>();
  readonly #newId: () => string;
  /** Revoked once it has been read: what happens between a look and a payment. */
  readonly #revokedOnceRead = new Set<string>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** `POST /v1/test_helpers/shared_payment/granted_tokens`. */
  grant(form: FormValue): StubToken {
    const limit = (name: string) => textAt(form, 'usage_limits', name);
    const [currency, max] = [limit('currency') ?? '', Number(limit('max_amount'))];
    if (!/^[a-z]{3}$/.test(currency) || !Number.isSafeInteger(max) || max <= 0)
      throw new StubError(400, 'parameter_invalid', 'usage_limits needs a currency and a max_amount.');
    const expiresAt = limit('expires_at');
    const token: StubToken = {
      id: this.#newId(),
      object: 'shared_payment.granted_token',
      deactivated_reason: null,
      usage_limits: { currency, max_amount: max, expires_at: expiresAt === undefined ? null : Number(expiresAt) },
      usage_details: { amount_captured: 0 },
    };
    this.#tokens.set(token.id, token);
    return token;
  }

  /** The token as its seller reads it; the fixed ones were granted to nobody and are only paid with. */
  read(id: string): StubToken {
    const token = this.#get(id);
    const shown = { ...token };
    if (this.#revokedOnceRead.delete(id)) token.deactivated_reason = 'revoked';
    return shown;
  }

  /** `POST …/{id}/revoke`: its holder takes it back. */
  revoke(id: string): StubToken {
    const token = this.#get(id);
    token.deactivated_reason ??= 'revoked';
    return token;
  }

  /** Its holder will take it back right after the next look at it. */
  revokeOnceRead(id: string): void {
    this.#revokedOnceRead.add(id);
  }

  /** What paying an amount with a token comes to. Throws where the token itself does not allow it. */
  judge(id: string, { amount, currency }: { readonly amount: number; readonly currency: string }): Outcome {
    const fixed = Object.hasOwn(TOKENS, id) ? TOKENS[id] : undefined;
    if (fixed !== undefined) return fixed;
    const token = this.#get(id);
    const { usage_limits: limits, usage_details: used, deactivated_reason: reason } = token;
    const hasExpired = limits.expires_at !== null && limits.expires_at * 1_000 <= Date.now();
    if (reason !== null || hasExpired)
      throw new StubError(400, 'resource_missing', `The token is deactivated (${reason ?? 'expired'}).`);
    if (limits.currency !== currency || used.amount_captured + amount > limits.max_amount)
      throw new StubError(400, 'amount_too_large', 'The amount is outside the usage limits of the token.');
    return 'authorise';
  }

  /** Counts what was captured with a token. */
  use(id: string, amount: number): void {
    const token = this.#tokens.get(id);
    if (token === undefined) return;
    token.usage_details.amount_captured += amount;
    if (token.usage_details.amount_captured >= token.usage_limits.max_amount) token.deactivated_reason ??= 'consumed';
  }

  #get(id: string): StubToken {
    const token = this.#tokens.get(id);
    if (!token) throw new StubError(404, 'resource_missing', `No such shared_payment_granted_token: '${id}'`);
    return token;
  }
}
