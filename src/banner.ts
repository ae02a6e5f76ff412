import { resolve } from 'node:path';
import type { App } from './context.ts';
import type { FirstKey } from './hand-out-first-key.ts';
import { newKeyQuotaCalls } from './identity/model/api-key.ts';
import { contractVersion } from './platform/api-version.ts';
import { DATA_DIR_DEFAULT } from './platform/config.ts';
import { isInClear } from './platform/outbound/public-url.ts';

/** A search that finds something in every world. */
const firstSearch = '{"origin":"PAR","destination":"TYO","departure_date":"DATE"}';
const firstSearchDaysAhead = 30;
const dayMs = 86_400_000;
const createKey = "create-key --name 'my key'";

/** Prints what somebody who has just started the service needs. */
export function printBanner(start: { readonly app: App; readonly firstKey: FirstKey | undefined }): void {
  process.stdout.write(`${bannerLines(start).join('\n')}\n`);
}

/** Where the service is, a key, and what to do first. */
export function bannerLines({
  app,
  firstKey,
}: {
  readonly app: App;
  readonly firstKey: FirstKey | undefined;
}): readonly string[] {
  const { environment, publicUrl } = app.config;
  return [
    '',
    `Bly ${contractVersion} · ${environment} · ${publicUrl}`,
    '',
    ...keyLines(app, firstKey),
    ...supplyLines(app),
    ...pageLines(app),
    ...storageLines(app),
    ...webhookLines(app),
    ...mailLines(app),
    ...demandLines(app),
    ...cookieLines(app),
    '',
  ];
}

function keyLines(app: App, firstKey: FirstKey | undefined): readonly string[] {
  if (firstKey === undefined && app.config.bootstrapApiKey !== undefined)
    return ['  API key     the one in BLY_BOOTSTRAP_API_KEY, without quota, rate or credit'];
  if (firstKey === undefined || firstKey.kind === 'lost')
    return [`  API key     make one:  ${adminCommand(app, createKey)}`];
  const departureDate = new Date(app.clock.now().getTime() + firstSearchDaysAhead * dayMs)
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
  const read = firstKey.kind === 'filed' ? `cat ${quoted(firstKey.path)}` : undefined;
  const keyHeader = firstKey.kind === 'shown' ? `'X-API-Key: ${firstKey.key}'` : `"X-API-Key: $(${read})"`;
  return [
    ...(firstKey.kind === 'shown'
      ? [`  API key     ${firstKey.key}`, '              It is shown only now.']
      : [
          `  API key     in a file, because this output may be stored:  ${read}`,
          '              Delete the file once you have the key.',
        ]),
    ...claimLines(app),
    `              It has no quota; keys made later may make ${newKeyQuotaCalls.toLocaleString('en')} calls in 30 days. Another:  ${adminCommand(app, createKey)}`,
    '',
    `  Try it      curl -s ${app.config.publicUrl}/v1/flight_search -H ${keyHeader} \\`,
    `                -H 'Content-Type: application/json' -d '${firstSearch.replace('DATE', departureDate)}'`,
    '',
  ];
}

/** The organization of the first key is nobody's until somebody signs up with it. */
function claimLines({ config: { environment, publicUrl, signUp, oidc } }: App): readonly string[] {
  if (environment !== 'sandbox' || signUp !== 'open' || oidc !== undefined) return [];
  return [`              Its organization becomes yours when you sign up at ${publicUrl}/sign-up with this key.`];
}

/** A path as a shell takes it. */
/**
 * A command of `bly admin` that reaches this process: it finds it through its data directory. Pasted without it where
 * that is not the usual one, the command would make a database of its own.
 */
function adminCommand({ config: { dataDir } }: App, command: string): string {
  const place = dataDir === DATA_DIR_DEFAULT ? '' : `BLY_DATA_DIR=${quoted(resolve(dataDir))} `;
  return `${place}npm run bly -- admin ${command}`;
}

function quoted(path: string): string {
  return /^[\w./+@:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function supplyLines(app: App): readonly string[] {
  const lines: string[] = [];
  if (app.flightSuppliers.length === 0)
    lines.push('  Missing     no flight supplier is configured: searches answer 503 UPSTREAM_UNAVAILABLE');
  if (!app.mailer) lines.push('  Missing     BLY_SMTP_URL is not set: travelers get no mail');
  if (app.config.stripe)
    lines.push(
      `  Payments    Stripe${app.config.stripe.isLive ? '' : ', test mode'}; its webhook goes to ${app.config.publicUrl}/v1/payments/stripe/webhook`,
    );
  if (!app.paymentProcessor) lines.push('  Missing     no payment processor is configured: nothing can be paid');
  return lines;
}

function pageLines(app: App): readonly string[] {
  const { publicUrl } = app.config;
  return [
    `  Docs        ${publicUrl}/docs`,
    `  Explore     ${publicUrl}/explore  (travel demand)`,
    `  Contract    ${publicUrl}/v1/openapi.json`,
    `  MCP         ${publicUrl}/mcp`,
    `  Pay page    ${publicUrl}/checkout/{session_id}  (POST /v1/checkout answers the link)`,
    `  Guest page  ${publicUrl}/manage  (booking reference and last name)`,
    ...accountLines(app),
  ];
}

/** Who may make an account, and how. */
function accountLines(app: App): readonly string[] {
  const { publicUrl, signUp, oidc } = app.config;
  if (oidc !== undefined) return [`  Users       those of ${oidc.issuer}, with its tokens (BLY_OIDC_ISSUER)`];
  const staff = `  Console     ${publicUrl}/console  (bookings, money and webhooks, for your staff)`;
  if (signUp === 'open') return [`  Sign up     ${publicUrl}/sign-up  (keys and members by browser)`, staff];
  const key = adminCommand(app, "create-key --name shop --new-organization 'Example Travel'");
  const firstUser = `first user: ${key}, then create-user --email you@example.com --organization with the id it prints`;
  return [`  Sign in     ${publicUrl}/sign-in  (${firstUser})`, staff];
}

function storageLines(app: App): readonly string[] {
  if (app.db.kind === 'server') return ['  Database    PostgreSQL server'];
  return [
    `  Database    embedded, in ${app.config.dataDir}. It does not wait for the disk: a power cut may lose the last writes.`,
    '              Set DATABASE_URL to a PostgreSQL server for anything that must not be lost.',
  ];
}

function webhookLines(app: App): readonly string[] {
  if (!app.config.webhookAllowLocal) return [];
  return ['  Webhooks    http and loopback addresses are allowed here; BLY_WEBHOOK_ALLOW_LOCAL=0 turns that off'];
}

/** Where people make their own organizations, one of them can be five callers (docs/decisions/0028-demand.md). */
function demandLines({ config: { environment, signUp, oidc } }: App): readonly string[] {
  if (environment !== 'production' || (signUp !== 'open' && oidc === undefined)) return [];
  return [
    `  Warning     demand withholds what has fewer than five callers, and ${oidc === undefined ? 'with BLY_SIGN_UP=open' : 'where the issuer lets anybody in'} one person's five accounts count as five`,
  ];
}

/** Production does not start like that. */
function cookieLines({ config: { publicUrl } }: App): readonly string[] {
  if (!isInClear(publicUrl)) return [];
  return [
    `  Warning     ${publicUrl} is neither https nor loopback: cookies are Secure, and by http they do not come back. Signing in, ${publicUrl}/manage and`,
    '              allowing applications work only once BLY_PUBLIC_URL is the https address (or http://localhost) that browsers open.',
  ];
}

function mailLines({ mailer }: App): readonly string[] {
  const destination = mailer?.destination;
  switch (destination?.kind) {
    case 'smtp':
      return [`  Mail        sent through ${destination.host}`];
    case 'outbox':
      return [`  Mail        kept in ${destination.folder}, not sent; BLY_SMTP_URL sends it`];
    case undefined:
      return [];
    default:
      return destination satisfies never;
  }
}
