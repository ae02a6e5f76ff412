import { homePage } from '../../web/console/home-page.ts';
import type { PageDeclaration } from '../platform/http/route.ts';
import { OverviewResponse } from '../support/contract.ts';
import { noticeOf, type StaffDoors } from './staff.ts';

/** Home, and everything under `/console` that is nothing else. */
export function createHomePages({ withStaff }: StaffDoors): readonly PageDeclaration[] {
  return [
    {
      method: 'GET',
      path: '/console',
      handle: (context) =>
        withStaff(context, '/console', async (visit) =>
          visit.page({ ...homePage(await visit.run('overview', OverviewResponse)), notice: noticeOf(context) }),
        ),
    },
  ];
}
