import { isFault } from '../faults.ts';
import type { LiteapiCall } from '../serve.ts';
import type { WebhookEvent } from './webhook-shelf.ts';

type Sender = Pick<LiteapiCall, 'state' | 'account'>;

const deliveryMillisecondsMax = 10_000;
const eventsMax = 5_000;

/** Records an event and posts it to the key's address, unless events are held or a switch says otherwise. */
export function sendEvent(sender: Sender, name: string, request: unknown, response: object): void {
  const { state, account } = sender;
  const { webhooks, settings, switches } = account;
  const made: WebhookEvent = {
    event_name: name,
    request: JSON.stringify(request ?? {}),
    response: JSON.stringify(response),
  };
  webhooks.events = [...webhooks.events.slice(-eventsMax + 1), made];
  if (settings.webhook_url === null) return;
  if (settings.events === 'hold') {
    webhooks.held = [...webhooks.held, made];
    return;
  }
  const fault = switches.take('webhooks', isFault('duplicate', 'delay', 'drop', 'unknown_booking'));
  switch (fault?.kind) {
    case 'drop':
      return;
    case 'delay':
      state.clock.at(new Date(state.clock.now().getTime() + fault.seconds * 1_000), () => deliver(sender, made));
      return;
    case 'duplicate':
      for (let sent = 0; sent < fault.times; sent += 1) deliver(sender, made);
      return;
    case 'unknown_booking':
      deliver(sender, { ...made, response: JSON.stringify({ data: { bookingId: 'nobodyKno' } }) });
      return;
    default:
      deliver(sender, made);
  }
}

/** Posts an event once, without waiting for it. Nobody knows of a second try by the real one: there is none. */
export function deliver({ state, account }: Sender, event: WebhookEvent): void {
  const { webhooks, settings } = account;
  const url = settings.webhook_url;
  if (url === null) return;
  const sent = post(url, event, state.closing).then((status) => {
    webhooks.inFlight.delete(sent);
    const delivery = {
      event_name: event.event_name,
      url,
      response_status_code: status,
      created_at: state.clock.now().toISOString(),
    };
    webhooks.deliveries = [...webhooks.deliveries.slice(-eventsMax + 1), delivery];
  });
  webhooks.inFlight.add(sent);
}

async function post(url: string, event: WebhookEvent, closing: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(event),
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(deliveryMillisecondsMax)]),
      headers: { 'content-type': 'application/json' },
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // No connection, no answer in time, or the stub ends: what the receiver did is not known here.
    return null;
  }
}
