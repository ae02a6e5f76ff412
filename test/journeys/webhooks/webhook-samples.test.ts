import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../src/webhooks/model/event-types.ts';
import { type Receiver, startReceiver } from '../../support/service/receiver.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let hook: Receiver;

beforeAll(async () => {
  service = await startService();
  hook = await startReceiver();
});
afterAll(async () => {
  await hook.close();
  await service.close();
});

test.each(EVENT_TYPES)(
  'a sample of %s is what the served document promises of the event, and names nothing that exists',
  async (type) => {
    const { components, webhooks } = (await service.call('GET', '/v1/openapi.json')).body;
    const { schema } = webhooks[type].post.requestBody.content['application/json'];
    const { body: endpoint } = await service.call('POST', '/v1/webhooks', { url: hook.url, events: [type] });
    const { body: started } = await service.call('POST', `/v1/webhooks/${endpoint.id}/test`, {});
    await service.drain();
    const sent = hook.received.find(({ event }) => event.event_id === started.event_id)?.event;
    expect(sent).toMatchObject({ event: type, livemode: false });
    const validate = new AjvJsonSchemaValidator().getValidator({ ...schema, components });
    expect(validate(sent)).toMatchObject({ valid: true });
    expect(sent?.booking_ref).toBe(type.startsWith('booking.') ? 'BLY-TESTAA' : undefined);
    if (sent?.monitor_id !== undefined)
      expect((await service.call('GET', `/v1/price_monitoring/${sent.monitor_id}`)).status).toBe(404);
    if (type === 'webhook.disabled') expect(sent?.data?.webhook_id).toBe(0);
  },
);
