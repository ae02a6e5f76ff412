import { refuse } from '../../platform/errors.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { presentSupplier, SaleRequest, SupplierList, SupplierParams, SupplierResource } from './contract.ts';
import { readSuppliers } from './read-suppliers.ts';
import { switchSale, UNKNOWN_SUPPLIER } from './switch-sale.ts';

/** What is sold is the seller's decision: API keys and credentials that may only search or book do not change it. */
const shared = { tag: 'Account', access: 'user', scope: 'manage', cost: 0 } as const;

const listSuppliersRoute = defineRoute({
  ...shared,
  operationId: 'list_suppliers',
  method: 'GET',
  path: '/v1/suppliers',
  summary: 'List suppliers',
  description: 'Whether each is for sale, who switched it off and why, and how it does.',
  isWrite: false,
  response: SupplierList,
  refusals: [],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  async handle({ app, caller }) {
    return { suppliers: (await readSuppliers(app, caller.organizationId)).map(presentSupplier) };
  },
});

const switchSaleRoute = defineRoute({
  ...shared,
  operationId: 'switch_supplier_sale',
  method: 'PUT',
  path: '/v1/suppliers/:supplier/sale',
  summary: 'Switch a supplier off or on for sale',
  description:
    'Owners and admins. Switched off it is searched no more, within a second everywhere, and at once nothing of it is added, quoted or paid: 409 OFFER_UNAVAILABLE; a payment already begun may end. Bookings made with it go on being serviced.',
  isWrite: true,
  params: SupplierParams,
  unknownId: UNKNOWN_SUPPLIER,
  body: SaleRequest,
  response: SupplierResource,
  refusals: ['resource_not_found'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: false },
  example: { for_sale: false, reason: 'Wrong baggage allowances since this morning' },
  async handle({ app, caller, params: { supplier }, body, request }) {
    const wanted = { supplier, isForSale: body.for_sale, reason: body.reason ?? '' };
    await switchSale(app, { caller, request }, wanted);
    const found = (await readSuppliers(app, caller.organizationId)).find((one) => one.supplier === supplier);
    if (found === undefined) throw refuse('resource_not_found', { message: UNKNOWN_SUPPLIER });
    return presentSupplier(found);
  },
});

/** Which suppliers are sold. */
export const saleRoutes: readonly AnyRoute[] = [listSuppliersRoute, switchSaleRoute];
