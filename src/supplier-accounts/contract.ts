import * as z from 'zod';
import type { App } from '../context.ts';
import { LITEAPI_PAYMENTS, WEBHOOK_SECRET } from '../platform/config-suppliers.ts';
import { KEYED_SUPPLIERS } from './model/account.ts';
import type { AccountView } from './read-accounts.ts';

const idLengthMax = 64;
const tokenLengthMax = 300;
const searchesMax = 1_000_000;
const webhookSecretProblem = 'must be the secret the supplier showed when the webhook was made';

const Token = z.string().min(1).max(tokenLengthMax).meta({
  description:
    'Of `duffel`: the access token of your account there. The supplier is asked whether it works; it is never answered.',
});
const Key = z.string().min(1).max(tokenLengthMax).meta({
  description: 'Of `liteapi`: the API key of your account there. The supplier is asked whether it works.',
});
const WebhookSecret = z.string().regex(WEBHOOK_SECRET, webhookSecretProblem).meta({
  description:
    'What proves events sent to `webhook_url`: the secret that Duffel showed, or a token you made up for LiteAPI. Without it no events are taken.',
});
const Kinds = z
  .array(z.enum(['flight', 'hotel']))
  .min(1)
  .max(2)
  .meta({
    description: 'What is sold through the account. Omitted: everything its supplier sells here.',
  });
const SearchesPerDay = z.int().min(1).max(searchesMax).nullable().meta({
  description: 'Searches of one UTC day at most. Null: as many as the supplier allows.',
});
const PaidFrom = z.enum(LITEAPI_PAYMENTS).meta({
  description:
    'Of `liteapi`: what LiteAPI takes the price of a booking from: the `card` stored with the account (default), its prepaid `wallet`, or its `credit` line (live keys).',
});
const Settings = z
  .object({
    kinds: Kinds.optional(),
    max_searches_per_day: SearchesPerDay.optional(),
    paid_from: PaidFrom.optional(),
  })
  .meta({ description: 'What you allow to be done with the account.' });
const Enabled = z.boolean().meta({
  description:
    'Whether it is sold through; one account of a supplier at a time. Bookings made with it are serviced with it either way.',
});

/** `{id}` of an account. */
export const AccountParams = z.object({ id: z.string().min(1).max(idLengthMax) });

/** Body of POST /v1/supplier_accounts. */
export const AddAccountRequest = z.object({
  supplier: z.enum(KEYED_SUPPLIERS).meta({ description: 'Whose account it is.' }),
  credentials: z
    .object({ token: Token.optional(), key: Key.optional(), webhook_secret: WebhookSecret.optional() })
    .meta({ description: 'The keys of the account; stored sealed.' }),
  settings: Settings.optional(),
  enabled: Enabled.optional(),
});
/** Body of PATCH /v1/supplier_accounts/{id}. */
export const ChangeAccountRequest = z.object({
  credentials: z
    .object({
      token: Token.optional().meta({
        description: 'A new token of the very same account at the supplier: bookings are looked up with it.',
      }),
      key: Key.optional().meta({ description: 'A new key of the very same account at the supplier.' }),
      webhook_secret: WebhookSecret.nullable()
        .optional()
        .meta({ description: "The webhook's new secret. Null: events are not taken any more." }),
    })
    .optional()
    .meta({ description: 'New keys.' }),
  settings: Settings.optional(),
  enabled: Enabled.optional(),
});

/** An account on the wire, without its keys. */
export const AccountResource = z.looseObject({
  account_id: z.string(),
  supplier: z.string(),
  is_live: z.boolean().meta({ description: 'Whether its token sells real tickets.' }),
  token_ends_in: z.string().meta({ description: 'The last four characters of the token.' }),
  has_webhook_secret: z.boolean(),
  webhook_url: z.string().meta({ description: "Where the supplier's webhook has to send its events." }),
  settings: z.looseObject({
    kinds: z.array(z.string()),
    max_searches_per_day: z.int().nullable(),
    paid_from: z.string().optional(),
  }),
  enabled: z.boolean(),
  status: z.string().meta({
    description:
      '`ok`, `degraded` (some calls fail, or its balance ran out), `unauthorised` (the key is refused), `unreachable`, or `unknown` (nothing was asked lately).',
  }),
  status_since: z.string().optional(),
  status_detail: z.string().optional().meta({ description: 'What the supplier said, for people.' }),
  created_at: z.string(),
  updated_at: z.string(),
});
export const AccountList = z.looseObject({ supplier_accounts: z.array(AccountResource) });
export const AccountDeleted = z.looseObject({ account_id: z.string(), deleted: z.literal(true) });

/** An account with how it does. */
export function presentSupplierAccount(
  { config }: Pick<App, 'config'>,
  { account, condition }: AccountView,
): z.infer<typeof AccountResource> {
  const { accountId, supplier, settings } = account;
  return {
    account_id: accountId,
    supplier,
    is_live: account.isLive,
    token_ends_in: account.lastFour,
    has_webhook_secret: account.hasWebhookSecret,
    webhook_url: `${config.publicUrl}/v1/suppliers/${supplier}/webhook/${accountId}`,
    settings: {
      kinds: [...settings.kinds],
      max_searches_per_day: settings.searchesPerDayMax ?? null,
      ...(supplier === 'liteapi' ? { paid_from: settings.paidFrom ?? 'card' } : {}),
    },
    enabled: account.isEnabled,
    status: condition.status,
    ...(condition.since === undefined ? {} : { status_since: condition.since.toISOString() }),
    ...(condition.detail === undefined ? {} : { status_detail: condition.detail }),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}
