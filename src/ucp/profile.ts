import type { App } from '../context.ts';
import {
  AP2_MANDATE,
  CHECKOUT,
  HANDLER_ID,
  ORDER,
  ownNames,
  OWN_VERSION,
  PAYMENT_TERMS,
  UCP_VERSION,
} from './model/names.ts';
import { type Capability, capabilitiesOf } from './model/negotiate.ts';

const SPEC = `https://ucp.dev/${UCP_VERSION}`;
/** Where official capabilities are described, under `schemas/shopping/` and `specification/`. */
const PAGES: Readonly<Record<string, { readonly schema: string; readonly spec: string }>> = {
  [CHECKOUT]: { schema: 'checkout', spec: 'shopping/checkout' },
  [ORDER]: { schema: 'order', spec: 'shopping/order' },
  [PAYMENT_TERMS]: { schema: 'payment_terms', spec: 'payment-terms' },
  [AP2_MANDATE]: { schema: 'ap2_mandate', spec: 'ap2-mandates' },
};

/** `GET /.well-known/ucp`: what this installation can do over UCP, where, and with which keys it signs. */
export async function businessProfile(app: Pick<App, 'config' | 'signer'>): Promise<unknown> {
  const { publicUrl } = app.config;
  const names = ownNames(publicUrl);
  return {
    ucp: {
      version: UCP_VERSION,
      services: { 'dev.ucp.shopping': [serviceOf(publicUrl, 'rest'), serviceOf(publicUrl, 'mcp')] },
      capabilities: Object.fromEntries(
        capabilitiesOf(names).map((capability) => [capability.name, [presentCapability(publicUrl, capability)]]),
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

function presentCapability(publicUrl: string, { name, version, parents }: Capability) {
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  const [only, ...more] = parents;
  return {
    version,
    spec: page ? `${SPEC}/specification/${page.spec}` : `${publicUrl}/docs/guides/ucp`,
    schema: page ? `${SPEC}/schemas/shopping/${page.schema}.json` : `${publicUrl}/ucp/schemas/travel-trip.json`,
    ...(only === undefined ? {} : { extends: more.length === 0 ? only : parents }),
    ...(name === AP2_MANDATE ? { config: { vp_formats_supported: { 'dc+sd-jwt': {} } } } : {}),
  };
}
