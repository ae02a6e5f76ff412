import type { DuffelCall } from '../serve.ts';
import { signEvent } from './sign.ts';
import type { DeliveryVariation, WebhookEndpoint, WebhookEvent } from './webhook-shelf.ts';

type Sender = Pick<DuffelCall, 'state' | 'account'>;

/** Seconds on the stub's clock until a failed delivery is tried again: 72 hours in all. */
const RETRY_SECONDS: readonly number[] = [60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400];
const deliveryMillisecondsMax = 10_000;
const deliveriesMax = 5_000;

/** Posts an event to the key's webhook without waiting for it, and again later as long as it fails. */
export function sendEvent(sender: Sender, event: WebhookEvent, variation: DeliveryVariation = {}, tries = 0): void {
  const { account, state } = sender;
  const { endpoint, inFlight } = account.webhooks;
  if (endpoint === undefined) return;
  const sent = deliver(sender, endpoint, event, variation).then((isDelivered) => {
    inFlight.delete(sent);
    const wait = RETRY_SECONDS[tries];
    if (isDelivered || wait === undefined) return;
    const at = new Date(state.clock.now().getTime() + wait * 1_000);
    state.clock.at(at, () => sendEvent(sender, event, variation, tries + 1));
  });
  inFlight.add(sent);
}

/** Posts an event once; whether its receiver answered with success. */
export async function deliver(
  { state, account }: Sender,
  endpoint: WebhookEndpoint,
  event: WebhookEvent,
  variation: DeliveryVariation = {},
): Promise<boolean> {
  const { settings, webhooks } = account;
  const body = JSON.stringify(vary(event, variation));
  const signature = signEvent({
    body,
    secret: variation.isForged === true ? `${webhooks.secret}-forged` : webhooks.secret,
    // Receivers judge the age of a signature by real time.
    at: Math.floor(Date.now() / 1_000) - (variation.signedSecondsAgo ?? 0),
    versions: variation.signature ?? settings.signature,
    key: settings.signature_key,
  });
  const status = await post(endpoint.url, body, signature, state.closing);
  const isDelivered = status !== null && status >= 200 && status < 300;
  webhooks.deliveries = [
    ...webhooks.deliveries.slice(-deliveriesMax + 1),
    {
      id: state.newId('del'),
      event_id: event.id,
      endpoint_id: endpoint.id,
      type: event.type,
      url: endpoint.url,
      delivery_success: isDelivered,
      response_status_code: status,
      created_at: state.clock.now().toISOString(),
    },
  ];
  return isDelivered;
}

function vary(event: WebhookEvent, { isOtherMode, isUnknownOrder }: DeliveryVariation): WebhookEvent {
  const live_mode = isOtherMode === true ? !event.live_mode : event.live_mode;
  if (isUnknownOrder !== true) return { ...event, live_mode };
  const unknown = `ord_0000${'Unknown'.padEnd(18, '0')}`;
  return {
    ...event,
    live_mode,
    idempotency_key: unknown,
    data: {
      object: { ...event.data.object, id: unknown, ...('order_id' in event.data.object ? { order_id: unknown } : {}) },
    },
  };
}

/** The status of the receiver's answer; null where there was none. */
async function post(url: string, body: string, signature: string, closing: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(deliveryMillisecondsMax)]),
      headers: { 'content-type': 'application/json', 'x-duffel-signature': signature },
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // No connection, no answer in time, or the stub ends: what the receiver did is not known here.
    return null;
  }
}
