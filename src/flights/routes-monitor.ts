import * as z from 'zod';
import { openPageKey, sealPageKey } from '../platform/http/input/page-key.ts';
import { type AnyRoute, defineRoute, DISCOVERY_WORK } from '../platform/http/route.ts';
import {
  MonitorParams,
  MonitorsQuery,
  presentMonitor,
  PriceMonitoringRequest,
  PriceMonitoringResponse,
  PriceMonitorList,
  PriceMonitorResource,
  presentPriceReport,
  toPriceQuery,
} from './contract/contract-monitor.ts';
import { checkPriceJob } from './jobs.ts';
import { deleteMonitor, getMonitor, listMonitors, monitorPrice, UNKNOWN_MONITOR } from './monitors/monitor-price.ts';

const shared = { tag: 'Search', access: 'key', scope: 'search', cost: 1 } as const;
const reads = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;

const priceMonitoringRoute = defineRoute({
  ...shared,
  longWork: DISCOVERY_WORK,
  operationId: 'price_monitoring',
  method: 'POST',
  path: '/v1/price_monitoring',
  summary: 'Get the price of a journey, and watch it if asked',
  description:
    'Asks the suppliers for the cheapest flight and shows the lowest price of each day it was searched for before. With watch the price is looked at ' +
    'every 6 hours until the day of departure is over; price_monitor.triggered (with monitor_id) is sent each time it falls under below, and again only ' +
    'after it has been at or above it in between. A price that is under below at once triggers at once. At most 100 live monitors per organization.',
  isWrite: true,
  isForMandateOnlyKeys: true,
  body: PriceMonitoringRequest,
  response: PriceMonitoringResponse,
  refusals: ['currency_unsupported', 'supplier_unavailable', 'state_conflict'],
  tool: { isReadOnly: false, isIdempotent: false, isDestructive: false },
  example: {
    origin: 'PAR',
    destination: 'TYO',
    departure_date: '2027-03-05',
    return_date: '2027-03-19',
    adults: 2,
    currency: 'EUR',
    watch: { webhook: true, below: 1400 },
  },
  async handle({ app, caller, body, request: { idempotency, signal } }) {
    const watch = body.watch && { hasWebhook: body.watch.webhook, below: body.watch.below };
    const { report, monitorId } = await monitorPrice(
      app,
      caller,
      { priceQuery: toPriceQuery(body), watch, idempotency, signal },
      checkPriceJob,
    );
    return presentPriceReport(app, report, { locale: body.locale, monitorId });
  },
});

const getMonitorRoute = defineRoute({
  ...shared,
  operationId: 'get_price_monitor',
  method: 'GET',
  path: '/v1/price_monitoring/:id',
  summary: 'Get a price monitor',
  description: 'What it watches, its mark, the price last seen and each time it was triggered.',
  isWrite: false,
  params: MonitorParams,
  unknownId: UNKNOWN_MONITOR,
  response: PriceMonitorResource,
  refusals: ['resource_not_found'],
  tool: reads,
  async handle({ app, caller, params }) {
    return presentMonitor(await getMonitor(app, caller, params.id), caller.now);
  },
});

const listMonitorsRoute = defineRoute({
  ...shared,
  operationId: 'list_price_monitors',
  method: 'GET',
  path: '/v1/price_monitoring',
  summary: 'List price monitors, newest first',
  description:
    'Each with what it watches and the price last seen, those ended in the last 30 days included; page with next_page_token.',
  isWrite: false,
  query: MonitorsQuery,
  response: PriceMonitorList,
  refusals: [],
  tool: reads,
  async handle({ app, caller, query }) {
    const context = `price_monitors:${caller.organizationId}`;
    const after = openPageKey(app, query.page_token, context);
    const offset = after === undefined ? query.offset : 0;
    const { monitors, last } = await listMonitors(app, caller, { limit: query.limit, after: after?.id, offset });
    const next = last === undefined ? {} : { next_page_token: sealPageKey(app, last, context) };
    return { monitors: monitors.map((monitor) => presentMonitor(monitor, caller.now)), ...next };
  },
});

const deleteMonitorRoute = defineRoute({
  ...shared,
  operationId: 'delete_price_monitor',
  method: 'DELETE',
  path: '/v1/price_monitoring/:id',
  summary: 'Cancel a price monitor',
  description: 'Nothing is sent about it any more.',
  isWrite: true,
  isForMandateOnlyKeys: true,
  params: MonitorParams,
  unknownId: UNKNOWN_MONITOR,
  response: z.undefined(),
  status: 204,
  refusals: ['resource_not_found'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  async handle({ app, caller, params }) {
    await deleteMonitor(app, caller, params.id, checkPriceJob);
    return undefined;
  },
});

/** Operations on monitored prices. */
export const monitorRoutes: readonly AnyRoute[] = [
  priceMonitoringRoute,
  getMonitorRoute,
  listMonitorsRoute,
  deleteMonitorRoute,
];
