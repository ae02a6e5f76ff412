import { homePage } from '../../web/console/home-page.ts';
import type { PageDeclaration } from '../platform/http/route.ts';
import { OverviewResponse } from '../support/contract.ts';
import { staffPage } from './form-page.ts';
import { noticeOf, type StaffDoors } from './staff.ts';

/** Home, and everything under `/console` that is nothing else. */
export function createHomePages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(doors, '/console', '/console', async (visit, context) =>
      visit.page({ ...homePage(await visit.run('overview', OverviewResponse)), notice: noticeOf(context) }),
    ),
  ];
}
