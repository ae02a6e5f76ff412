import { ap2Routes } from './ap2/routes.ts';
import { accountsPages } from './accounts/pages/pages.ts';
import { bookingRoutes } from './bookings/routes.ts';
import { bookingSearchRoutes } from './bookings/search/routes.ts';
import { carPages, carRoutes } from './cars/routes.ts';
import { checkoutPages, checkoutRoutes } from './checkout/routes.ts';
import { createConsolePages } from './console/pages.ts';
import { demandRoutes } from './demand/routes.ts';
import { airTrafficRoutes } from './demand/routes-air-traffic.ts';
import { demandTrendsRoutes } from './demand/routes-trends.ts';
import { decisionPages } from './decisions/pages.ts';
import { createDocsPages } from './docs/pages.ts';
import { explorePages } from './explore/pages.ts';
import { sellingRoutes } from './for-sale.ts';
import { flightPages, flightRoutes } from './flights/routes.ts';
import { discoveryRoutes } from './flights/routes-discovery.ts';
import { insightRoutes } from './flights/routes-insight.ts';
import { monitorRoutes } from './flights/routes-monitor.ts';
import { hotelPages, hotelRoutes } from './hotels/routes.ts';
import { hotelInsightRoutes } from './hotels/routes-insight.ts';
import { profilePages } from './identity/profile/pages.ts';
import { profileRoutes } from './identity/profile/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { createLandingPages } from './landing/pages.ts';
import { managePages } from './manage/pages.ts';
import { proposalRoutes } from './mandates/routes-proposals.ts';
import { approvalPages } from './mandates/approvals/pages.ts';
import { mandateRoutes } from './mandates/routes.ts';
import { mandateSandboxRoutes } from './mandates/routes-sandbox.ts';
import { createMcpMounts } from './mcp/mount.ts';
import { meteringRoutes } from './metering/routes.ts';
import { oauthMounts } from './oauth/mounts.ts';
import { oauthPages } from './oauth/pages/pages.ts';
import { paymentCallbacks } from './payments/routes-callback.ts';
import { placeRoutes } from './places/routes.ts';
import { openApiRoute } from './platform/http/openapi/openapi-route.ts';
import type { AnyRoute, CallbackDeclaration, MountDeclaration, PageDeclaration } from './platform/http/route.ts';
import { requestLogRoutes } from './request-log/routes.ts';
import { pricingRoutes } from './pricing/routes.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { carExchangeRoutes } from './servicing/exchanges/routes-car-exchange.ts';
import { cancelRoutes } from './servicing/cancellations/routes-cancel.ts';
import { exchangeRoutes } from './servicing/exchanges/routes-exchange.ts';
import { servicesRoutes } from './servicing/services/routes-services.ts';
import { refundRoutes } from './servicing/cancellations/routes-refund.ts';
import { scheduleRoutes } from './servicing/schedule-changes/routes-schedule.ts';
import { signatureMounts } from './signatures/mounts.ts';
import { saleRoutes } from './supplier-accounts/sale/routes.ts';
import { supplierAccountRoutes } from './supplier-accounts/routes.ts';
import { supplierCallbacks } from './servicing/routes-supplier-callback.ts';
import { supportRoutes } from './support/routes.ts';
import { caseRoutes } from './support/routes-cases.ts';
import { tripRoutes } from './trips/routes.ts';
import { createUcpMounts } from './ucp/mounts.ts';
import { ucpRoutes } from './ucp/deliveries/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const operations: readonly AnyRoute[] = [
  ...sellingRoutes([
    ...flightRoutes,
    ...discoveryRoutes,
    ...monitorRoutes,
    ...insightRoutes,
    ...carRoutes,
    ...hotelRoutes,
    ...hotelInsightRoutes,
    ...placeRoutes,
  ]),
  ...demandRoutes,
  ...demandTrendsRoutes,
  ...airTrafficRoutes,
  ...tripRoutes,
  ...checkoutRoutes,
  ...mandateRoutes,
  ...ap2Routes,
  ...ucpRoutes,
  ...proposalRoutes,
  ...bookingRoutes,
  ...bookingSearchRoutes,
  ...invoiceRoutes,
  ...supportRoutes,
  ...caseRoutes,
  ...refundRoutes,
  ...cancelRoutes,
  ...exchangeRoutes,
  ...servicesRoutes,
  ...scheduleRoutes,
  ...carExchangeRoutes,
  ...webhookRoutes,
  ...identityRoutes,
  ...profileRoutes,
  ...supplierAccountRoutes,
  ...saleRoutes,
  ...pricingRoutes,
  ...meteringRoutes,
  ...requestLogRoutes,
  ...sandboxRoutes,
  ...mandateSandboxRoutes,
];

/**
 * Every operation of the service: the one list behind the server, the OpenAPI document, the tools of MCP, the commands
 * and the client.
 */
export const routes: readonly AnyRoute[] = [...operations, openApiRoute(operations)];

/** Every hosted page and what pages need. */
export const pages: readonly PageDeclaration[] = [
  ...createLandingPages(routes),
  ...accountsPages,
  ...profilePages,
  ...oauthPages,
  ...checkoutPages,
  ...managePages,
  ...decisionPages,
  ...approvalPages,
  ...flightPages,
  ...hotelPages,
  ...carPages,
  ...explorePages,
  ...createConsolePages(routes),
  ...createDocsPages(routes),
];

/** Every path another system calls about something it does for us. */
export const callbacks: readonly CallbackDeclaration[] = [...paymentCallbacks, ...supplierCallbacks];

/** Every path that a library answers by itself. */
export const mounts: readonly MountDeclaration[] = [
  ...oauthMounts,
  ...signatureMounts,
  ...createMcpMounts(),
  ...createUcpMounts(),
];
