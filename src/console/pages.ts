import type { AnyRoute, PageDeclaration } from '../platform/http/route.ts';
import { assetPage } from './assets.ts';
import { createActPages } from './pages-acts.ts';
import { createBookingPages } from './pages-bookings.ts';
import { createCasePages } from './pages-cases.ts';
import { createHomePages } from './pages-home.ts';
import { createKeyPages } from './pages-keys.ts';
import { createMemberPages } from './pages-members.ts';
import { createOrganizationPages } from './pages-organization.ts';
import { createPricePages } from './pages-prices.ts';
import { createRequestPages } from './pages-requests.ts';
import { createSupplierPages } from './pages-suppliers.ts';
import { createTripPages } from './pages-trips.ts';
import { createUsagePages } from './pages-usage.ts';
import { createWebhookPages } from './pages-webhooks.ts';
import { createStaffDoors } from './staff.ts';

/** Every page of `/console`. `operations`: those of the API, which the pages run. */
export function createConsolePages(operations: readonly AnyRoute[]): readonly PageDeclaration[] {
  const doors = createStaffDoors(operations);
  return [
    assetPage,
    ...createHomePages(doors),
    ...createBookingPages(doors),
    ...createActPages(doors),
    ...createCasePages(doors),
    ...createWebhookPages(doors),
    ...createRequestPages(doors),
    ...createUsagePages(doors),
    ...createTripPages(doors),
    ...createSupplierPages(doors),
    ...createPricePages(doors),
    ...createKeyPages(doors),
    ...createMemberPages(doors),
    ...createOrganizationPages(doors),
  ];
}
