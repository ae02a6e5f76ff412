import { PAGE_OUTCOMES, TOKENS } from './outcomes.ts';

interface Described {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where its events go; undefined: nowhere. */
  readonly webhook: string | undefined;
}

/** What the command line shows of a stub that has started: how Bly reaches it and how it is paid. */
export function describeStripeStub({ url, secretKey, webhookSecret, webhook }: Described): string {
  const tokens = Object.entries(TOKENS).map(([token, outcome]) => `  ${token}   ${outcome}`);
  return `Stripe stub on ${url}. No money moves; Ctrl-C ends it and forgets everything.

For Bly:
  BLY_STRIPE_SECRET_KEY=${secretKey}
  BLY_STRIPE_WEBHOOK_SECRET=${webhookSecret}
  BLY_STRIPE_API_BASE=${url}

Its pages are paid in a browser, or by curl PAGE -d outcome=authorise (${PAGE_OUTCOMES.slice(1).join(', ')}).
Shared payment tokens:
${tokens.join('\n')}

${webhook === undefined ? 'Events are sent nowhere: --webhook {BLY_PUBLIC_URL}/v1/payments/stripe/webhook sends them.' : `Events go to ${webhook}.`}`;
}
