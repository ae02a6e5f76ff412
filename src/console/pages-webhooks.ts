import { payloadPage, secretPage, webhookPage, webhooksPage } from '../../web/console/webhooks-page.ts';
import type { PageContext, PageDeclaration } from '../platform/http/route.ts';
import {
  DeliveryList,
  DeliveryStarted,
  EventPayload,
  WebhookList,
  WebhookResource,
  WebhookResourceWithSecret,
} from '../webhooks/contract.ts';
import { EVENT_TYPES } from '../webhooks/model/event-types.ts';
import { noticeOf, type StaffDoors, type StaffVisit } from './staff.ts';

const LIST = '/console/webhooks';
const PAGE_SIZE = 20;

/** Endpoints, their deliveries and payloads, and what people do about them. */
export function createWebhookPages({ withStaff, withStaffForm }: StaffDoors): readonly PageDeclaration[] {
  const form = (
    path: string,
    act: (visit: StaffVisit, context: PageContext) => Promise<ReturnType<StaffVisit['page']>>,
  ): PageDeclaration => ({
    method: 'POST',
    path: `${LIST}${path}`,
    handle: (context) =>
      withStaffForm(context, path === '' ? LIST : endpointPath(context), (visit) => act(visit, context)),
  });
  return [
    {
      method: 'GET',
      path: LIST,
      handle: (context) =>
        withStaff(context, LIST, async (visit) => {
          const { webhooks } = await visit.run('list_webhooks', WebhookList);
          return visit.page(webhooksPage(visit.facts, { webhooks, eventTypes: EVENT_TYPES }, noticeOf(context)));
        }),
    },
    form('', async (visit, { form: typed }) => {
      const chosen = EVENT_TYPES.filter((type) => typed[`event_${type}`] === 'on');
      const body = { url: (typed['url'] ?? '').trim(), events: chosen.length === 0 ? [...EVENT_TYPES] : chosen };
      return visit.page(secretPage(await visit.run('create_webhook', WebhookResourceWithSecret, { body })));
    }),
    {
      method: 'GET',
      path: `${LIST}/:id`,
      handle: (context) => withStaff(context, endpointPath(context), async (visit) => answerEndpoint(visit, context)),
    },
    {
      method: 'GET',
      path: `${LIST}/:id/events/:event_id`,
      handle: (context) =>
        withStaff(context, endpointPath(context), async (visit) => {
          const webhook = await visit.run('get_webhook', WebhookResource, { params: paramsOf(context) });
          const eventId = context.params['event_id'] ?? '';
          const event = await visit.run('get_event', EventPayload, { params: { event_id: eventId } });
          return visit.page(payloadPage({ webhook, eventId, payload: JSON.stringify(event, undefined, 2) }));
        }),
    },
    form('/:id/test', async (visit, context) => {
      await visit.run('test_webhook', DeliveryStarted, { params: paramsOf(context), body: {} });
      return visit.goTo(endpointPath(context), 'sent');
    }),
    form('/:id/status', async (visit, context) => {
      const body = { status: context.form['status'] ?? '' };
      await visit.run('update_webhook', WebhookResource, { params: paramsOf(context), body });
      return visit.goTo(endpointPath(context), 'saved');
    }),
    form('/:id/deliveries/:delivery_id/resend', async (visit, context) => {
      await visit.run('get_webhook', WebhookResource, { params: paramsOf(context) });
      const params = { delivery_id: context.params['delivery_id'] ?? '' };
      await visit.run('redeliver_webhook', DeliveryStarted, { params, body: {} });
      return visit.goTo(endpointPath(context), 'sent');
    }),
  ];
}

const paramsOf = ({ params }: PageContext) => ({ id: params['id'] ?? '' });
const endpointPath = ({ params }: PageContext) => `${LIST}/${encodeURIComponent(params['id'] ?? '')}`;

async function answerEndpoint(visit: StaffVisit, context: PageContext) {
  const { status = '', page_token: token = '' } = context.query;
  const params = paramsOf(context);
  const query = {
    limit: PAGE_SIZE,
    ...(status === '' ? {} : { status }),
    ...(token === '' ? {} : { page_token: token }),
  };
  const [webhook, found] = await Promise.all([
    visit.run('get_webhook', WebhookResource, { params }),
    visit.run('list_webhook_deliveries', DeliveryList, { params, query }),
  ]);
  const view = { webhook, deliveries: found.deliveries, next: found.next_page_token, token, status };
  return visit.page(webhookPage(visit.facts, view, noticeOf(context)));
}
