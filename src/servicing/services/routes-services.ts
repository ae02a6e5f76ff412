import { type AnyRoute, defineRoute, DISCOVERY_WORK } from '../../platform/http/route.ts';
import { toClaim } from '../contract-claim.ts';
import { commitServices } from './commit-services.ts';
import {
  presentServicesCheck,
  presentServicesState,
  readWanted,
  ServicesCheckBody,
  ServicesCheckResponse,
  ServicesCommitBody,
  ServicesStateResponse,
} from './contract-services.ts';
import { checkServices } from './quote-services.ts';

const EXAMPLE = { booking_ref: 'BLY-7K2QXM', last_name: 'Bly' } as const;
const SUPPLIER = ['supplier_rejected', 'supplier_failed', 'supplier_unavailable', 'supplier_timeout'] as const;
const PAIR = ['booking_not_found', 'guest_attempts_exceeded', 'state_conflict', 'offer_unavailable'] as const;
const shared = {
  method: 'POST',
  tag: 'Servicing',
  access: 'key',
  scope: 'manage',
  cost: 1,
  takesEndUser: true,
} as const;

const checkRoute = defineRoute({
  ...shared,
  operationId: 'add_services_check',
  path: '/v1/add_services_check',
  summary: 'List, or quote, bags and seats to add to a booked flight',
  description: 'With selections and seats it quotes these for 10 minutes.',
  isWrite: false,
  longWork: DISCOVERY_WORK,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  body: ServicesCheckBody,
  response: ServicesCheckResponse,
  refusals: [...PAIR, ...SUPPLIER],
  example: { ...EXAMPLE, selections: [{ offer_id: 'bag-0/pax_…', quantity: 1 }] },
  async handle({ app, caller, body }) {
    return presentServicesCheck(await checkServices(app, caller, toClaim(body), readWanted(body)));
  },
});

const commitRoute = defineRoute({
  ...shared,
  operationId: 'add_services_commit',
  path: '/v1/add_services_commit',
  summary: 'Buy quoted bags and seats',
  description: 'Released if the airline refuses. A repeat goes on with the first.',
  isWrite: true,
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  body: ServicesCommitBody,
  response: ServicesStateResponse,
  refusals: [...PAIR, 'quote_expired', 'price_changed', 'shared_token_unusable', ...SUPPLIER],
  example: { ...EXAMPLE, quote_id: 'svc_…', shared_payment_token: 'spt_test_ok' },
  async handle({ app, caller, body }) {
    const commit = { quoteId: body.quote_id, sharedPaymentToken: body.shared_payment_token };
    return presentServicesState(await commitServices(app, caller, toClaim(body), commit));
  },
});

/** Every operation of services that are added after the sale. */
export const servicesRoutes: readonly AnyRoute[] = [checkRoute, commitRoute];
