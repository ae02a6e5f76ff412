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
import { type StaffAct, staffForm, staffPage } from './form-page.ts';
import { noticeOf, type StaffDoors, type StaffVisit } from './staff.ts';

const LIST = '/console/webhooks';
const PAGE_SIZE = 20;

/** Endpoints, their deliveries and payloads, and what people do about them. */
export function createWebhookPages(doors: StaffDoors): readonly PageDeclaration[] {
  const form = (path: string, act: StaffAct) => staffForm(doors, `${LIST}/:id${path}`, endpointPath, act);
  return [
    staffPage(doors, LIST, LIST, async (visit, context) => {
      const { webhooks } = await visit.run('list_webhooks', WebhookList);
      return visit.page(webhooksPage(visit.facts, { webhooks, eventTypes: EVENT_TYPES }, noticeOf(context)));
    }),
    staffForm(doors, LIST, LIST, async (visit, { form: typed }) => {
      const chosen = EVENT_TYPES.filter((type) => typed[`event_${type}`] === 'on');
      const body = { url: (typed['url'] ?? '').trim(), events: chosen.length === 0 ? [...EVENT_TYPES] : chosen };
      return visit.page(secretPage(await visit.run('create_webhook', WebhookResourceWithSecret, { body })));
    }),
    staffPage(doors, `${LIST}/:id`, endpointPath, answerEndpoint),
    staffPage(doors, `${LIST}/:id/events/:event_id`, endpointPath, async (visit, context) => {
      const webhook = await visit.run('get_webhook', WebhookResource, { params: paramsOf(context) });
      const eventId = context.params['event_id'] ?? '';
      const event = await visit.run('get_event', EventPayload, { params: { event_id: eventId } });
      return visit.page(payloadPage({ webhook, eventId, payload: JSON.stringify(event, undefined, 2) }));
    }),
    form('/test', async (visit, context) => {
      await visit.run('test_webhook', DeliveryStarted, { params: paramsOf(context), body: {} });
      return visit.goTo(endpointPath(context), 'sent');
    }),
    form('/status', async (visit, context) => {
      const body = { status: context.form['status'] ?? '' };
      await visit.run('update_webhook', WebhookResource, { params: paramsOf(context), body });
      return visit.goTo(endpointPath(context), 'saved');
    }),
    form('/deliveries/:delivery_id/resend', async (visit, context) => {
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
