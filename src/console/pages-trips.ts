import { tripsPage } from '../../web/console/trips-page.ts';
import { hrefOf } from '../../web/console/parts.ts';
import type { PageDeclaration } from '../platform/http/route.ts';
import { TripsResponse } from '../trips/contract.ts';
import { staffPage } from './form-page.ts';
import type { StaffDoors } from './staff.ts';

const LIST = '/console/trips';
const PAGE_SIZE = 25;

/** Trips and their quotes, sold or not. */
export function createTripPages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(
      doors,
      LIST,
      ({ query }) => hrefOf(LIST, { ...query }),
      async (visit, { query: typed }) => {
        const { status = '', page_token: token = '' } = typed;
        const said = Object.entries({ status, page_token: token }).filter(([, value]) => value !== '');
        const found = await visit.run('list_trips', TripsResponse, {
          query: { limit: PAGE_SIZE, ...Object.fromEntries(said) },
        });
        return visit.page(tripsPage({ trips: found.trips, next: found.next_page_token, token, status }));
      },
    ),
  ];
}
