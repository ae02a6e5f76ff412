import type { App } from '../context.ts';
import {
  AP2_MANDATE,
  CHECKOUT,
  HANDLER_ID,
  LODGING_BOOKING,
  LODGING_CANCELLATION,
  LODGING_DRAFT,
  LODGING_TERMS,
  ORDER,
  ownNames,
  OWN_VERSION,
  PAYMENT_TERMS,
  UCP_VERSION,
} from './model/names.ts';
import { type Capability, capabilitiesOf } from './model/negotiate.ts';

const SPEC = `https://ucp.dev/${UCP_VERSION}`;
/** A draft has no page of its own release: its texts stand in the repository, at the commit that was read. */
const DRAFT_SPEC = `https://github.com/Universal-Commerce-Protocol/ucp/blob/${LODGING_DRAFT.commit}/docs/specification`;
const DRAFT = 'https://ucp.dev/draft';
/** Where official capabilities are described. */
const PAGES: Readonly<Record<string, { readonly schema: string; readonly spec: string }>> = {
  [CHECKOUT]: shoppingPage('checkout', 'shopping/checkout'),
  [ORDER]: shoppingPage('order', 'shopping/order'),
  [PAYMENT_TERMS]: shoppingPage('payment_terms', 'payment-terms'),
  [AP2_MANDATE]: shoppingPage('ap2_mandate', 'ap2-mandates'),
  [LODGING_BOOKING]: {
    schema: `${DRAFT}/schemas/lodging/booking.json`,
    spec: `${DRAFT_SPEC}/lodging/booking/index.md`,
  },
  [LODGING_CANCELLATION]: {
    schema: `${DRAFT}/schemas/lodging/policy_cancellation.json`,
    spec: `${DRAFT_SPEC}/lodging/extensions/cancellation-policy.md`,
  },
  [LODGING_TERMS]: {
    schema: `${DRAFT}/schemas/common/payment_terms.json`,
    spec: `${DRAFT_SPEC}/lodging/booking/index.md`,
  },
};

function shoppingPage(schema: string, spec: string) {
  return { schema: `${SPEC}/schemas/shopping/${schema}.json`, spec: `${SPEC}/specification/${spec}` };
}

/** `GET /.well-known/ucp`: what this installation can do over UCP, where, and with which keys it signs. */
export async function businessProfile(app: Pick<App, 'config' | 'signer'>): Promise<unknown> {
  const { publicUrl, ucpDrafts } = app.config;
  const names = ownNames(publicUrl);
  return {
    ucp: {
      version: UCP_VERSION,
      services: {
        'dev.ucp.shopping': [serviceOf(publicUrl, 'rest'), serviceOf(publicUrl, 'mcp')],
        ...(ucpDrafts.includes('lodging')
          ? { 'dev.ucp.lodging': [lodgingServiceOf(publicUrl, 'rest'), lodgingServiceOf(publicUrl, 'mcp')] }
          : {}),
      },
      capabilities: Object.fromEntries(
        capabilitiesOf(names, ucpDrafts).map((capability) => [
          capability.name,
          [presentCapability(publicUrl, capability)],
        ]),
      ),
      payment_handlers: {
        [names.handler]: [
          {
            id: HANDLER_ID,
            version: OWN_VERSION,
            spec: `${publicUrl}/docs/guides/ucp`,
            schema: `${publicUrl}/ucp/schemas/shared-payment-token.json`,
            available_instruments: [{ type: HANDLER_ID }],
          },
        ],
      },
    },
    keys: await app.signer.publicKeys(),
  };
}

function serviceOf(publicUrl: string, transport: 'rest' | 'mcp') {
  const document = transport === 'rest' ? 'rest.openapi.json' : 'mcp.openrpc.json';
  return {
    version: UCP_VERSION,
    spec: `${SPEC}/specification/overview`,
    transport,
    endpoint: transport === 'rest' ? `${publicUrl}/ucp/v1` : `${publicUrl}/ucp/mcp`,
    schema: `${SPEC}/services/shopping/${document}`,
  };
}

function lodgingServiceOf(publicUrl: string, transport: 'rest' | 'mcp') {
  const document = transport === 'rest' ? 'rest.openapi.json' : 'mcp.openrpc.json';
  return {
    version: LODGING_DRAFT.version,
    spec: `${DRAFT_SPEC}/lodging/booking/index.md`,
    transport,
    endpoint: `${publicUrl}/ucp/lodging/${transport === 'rest' ? 'v1' : 'mcp'}`,
    schema: `${DRAFT}/services/lodging/${document}`,
  };
}

function presentCapability(publicUrl: string, { name, version, parents }: Capability) {
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  const [only, ...more] = parents;
  return {
    version,
    spec: page?.spec ?? `${publicUrl}/docs/guides/ucp`,
    schema: page?.schema ?? `${publicUrl}/ucp/schemas/travel-trip.json`,
    ...(only === undefined ? {} : { extends: more.length === 0 ? only : parents }),
    ...(name === AP2_MANDATE ? { config: { vp_formats_supported: { 'dc+sd-jwt': {} } } } : {}),
  };
}
