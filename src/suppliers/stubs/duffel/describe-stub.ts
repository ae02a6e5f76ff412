import { MAGIC_ROUTES } from './search/magic-routes.ts';

/** What the command line shows of a stub that has started: how Bly reaches it and which routes do what. */
export function describeDuffelStub({ url, token }: { readonly url: string; readonly token: string }): string {
  const routes = MAGIC_ROUTES.map(({ from, to, does }) => `  ${from} → ${to}   ${does}`);
  return `Duffel stub on ${url}. Nothing here is sold; Ctrl-C ends it.

For Bly:
  BLY_DUFFEL_TOKEN=${token}
  BLY_DUFFEL_URL=${url}

Routes that do something of their own:
${routes.join('\n')}

Faults, clock, balance, events: ${url}/_stub with the same token (src/suppliers/stubs/duffel/README.md).`;
}

/** What it shows when a webhook was made. */
export function describeWebhook({ url, secret }: { readonly url: string; readonly secret: string }): string {
  return `Webhook to ${url}:
  BLY_DUFFEL_WEBHOOK_SECRET=${secret}
`;
}
