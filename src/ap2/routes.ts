import type { App, Caller } from '../context.ts';
import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { MandateIssuersRequest, MandateIssuersResource, presentIssuers, toIssuers } from './contract.ts';
import { getIssuers, replaceIssuers } from './replace-issuers.ts';

/** Whom to believe is for people of the organization to say: API keys neither read nor change it. */
const shared = { tag: 'Mandates', access: 'user', scope: 'manage', cost: 0 } as const;

const getMandateIssuersRoute = defineRoute({
  ...shared,
  operationId: 'get_mandate_issuers',
  method: 'GET',
  path: '/v1/mandate_issuers',
  summary: 'List the trusted issuers of AP2 mandates',
  description: "Issuers whose signature counts as a person's word where an agent completes a checkout over UCP.",
  isWrite: false,
  response: MandateIssuersResource,
  refusals: [],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  async handle({ app, caller }) {
    return presentIssuers(await getIssuers(app, caller.organizationId), own(app, caller));
  },
});

const replaceMandateIssuersRoute = defineRoute({
  ...shared,
  operationId: 'replace_mandate_issuers',
  method: 'PUT',
  path: '/v1/mandate_issuers',
  summary: 'Replace the trusted issuers of AP2 mandates',
  description:
    'Owners only. With at least one issuer, checkouts of platforms that declare dev.ucp.shopping.ap2_mandate are completed with a mandate or not at all. ' +
    'Keys are pinned: to change one, add the new key beside the old one first.',
  isWrite: true,
  body: MandateIssuersRequest,
  response: MandateIssuersResource,
  refusals: ['owner_required', 'state_conflict'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  example: {
    issuers: [
      {
        name: 'Example Agents',
        jwk: {
          kty: 'EC',
          crv: 'P-256',
          kid: 'agent-provider-key-1',
          x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
          y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
        },
      },
    ],
    version: 0,
  },
  async handle({ app, caller, body, request }) {
    const wanted = { issuers: toIssuers(body), version: body.version };
    return presentIssuers(await replaceIssuers(app, { caller, request }, wanted), own(app, caller));
  },
});

const own = ({ config }: App, { organizationId }: Caller) => ({
  audience: config.publicUrl,
  merchantId: organizationId,
});

/** Every operation of this folder. */
export const ap2Routes: readonly AnyRoute[] = [getMandateIssuersRoute, replaceMandateIssuersRoute];
