import { hrefOf } from '../../web/console/parts.ts';
import { requestsPage } from '../../web/console/requests-page.ts';
import { Refusal } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { RequestLogResponse } from '../request-log/contract.ts';
import { staffPage } from './form-page.ts';
import { listNames } from './pages-names.ts';
import type { StaffDoors, StaffVisit } from './staff.ts';

const LIST = '/console/requests';
const PAGE_SIZE = 25;
const DAYS = 7;

/** The log of requests. */
export function createRequestPages(doors: StaffDoors): readonly PageDeclaration[] {
  return [staffPage(doors, LIST, ({ query }) => hrefOf(LIST, { ...query }), answerList)];
}

async function answerList(visit: StaffVisit, { query: typed }: PageContext): Promise<PageAnswer> {
  const field = (name: string) => (typed[name] ?? '').trim();
  const search = {
    request_id: field('request_id'),
    status: field('status'),
    credential: field('credential'),
    path: field('path'),
    from: field('from'),
    to: field('to'),
  };
  const token = field('page_token');
  const said = Object.fromEntries(Object.entries({ ...search, page_token: token }).filter(([, value]) => value !== ''));
  const credentials = [...(await listNames(visit))];
  try {
    const found = await visit.run('request_log', RequestLogResponse, { query: { ...said, limit: PAGE_SIZE } });
    const { requests, not_recorded: notRecorded, retention_days: days, next_page_token: next } = found;
    return visit.page(requestsPage(search, { requests, next, token, notRecorded, days, credentials }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    const nothing = { requests: [], next: undefined, token: '', notRecorded: 0, days: DAYS, credentials };
    const text = 'A path begins with a slash, dates stand in a calendar, and a page is one of this very list.';
    return visit.page(requestsPage(search, nothing, { kind: 'bad', text }), 422);
  }
}
