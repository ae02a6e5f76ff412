import * as z from 'zod';
import { isVisible } from '../../platform/text/visible-text.ts';
import { judgeRedirectUri } from './redirect-uri.ts';

const redirectUrisMax = 10;
const nameLengthMax = 100;
const pageUri = z
  .string()
  .max(1_000)
  .refine(
    (text) => URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol),
    'must be an http or https address',
  );

/**
 * What a client may say of itself (RFC 7591). Whatever else it says is ignored, keys and addresses that we would have
 * to fetch among it.
 */
const Metadata = z.object({
  redirect_uris: z
    .array(
      z
        .string()
        .refine(
          (text) => judgeRedirectUri(text) !== undefined,
          "must be https, http on loopback, or an application's own scheme",
        ),
    )
    .min(1)
    .max(redirectUrisMax),
  client_name: z
    .string()
    .max(nameLengthMax)
    .refine(isVisible, 'must not hold control or invisible characters')
    .optional(),
  client_uri: pageUri.optional(),
  logo_uri: pageUri.optional(),
  policy_uri: pageUri.optional(),
  tos_uri: pageUri.optional(),
  token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']).default('none'),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.literal('code')).max(1).optional(),
});

/** What is registered of it. */
interface ClientMetadata extends Omit<z.infer<typeof Metadata>, 'grant_types' | 'response_types'> {
  readonly application_type: 'web' | 'native';
  readonly grant_types: readonly ['authorization_code', 'refresh_token'];
  readonly response_types: readonly ['code'];
}
/** A registration, or what is wrong with it in the words of RFC 7591, section 3.2.2. */
export type Registration =
  | { readonly kind: 'accepted'; readonly metadata: ClientMetadata }
  | {
      readonly kind: 'refused';
      readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
      readonly problem: string;
    };

/** Reads a registration. Every client may refresh: one that could not would ask its user anew every hour. */
export function readRegistration(body: unknown): Registration {
  const parsed = Metadata.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const error = issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    return {
      kind: 'refused',
      error,
      problem: `${issue?.path.join('.') || 'the request'}: ${issue?.message ?? 'is wrong'}`,
    };
  }
  const { grant_types: _asked, response_types: _only, ...said } = parsed.data;
  const isSite = said.redirect_uris.every((uri) => judgeRedirectUri(uri) === 'web');
  return {
    kind: 'accepted',
    metadata: {
      ...said,
      application_type: isSite ? 'web' : 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  };
}
