import type { Account } from '../account.ts';
import { isFault } from '../faults.ts';
import type { DuffelCall } from '../serve.ts';
import { sendEvent } from './deliver.ts';
import type { WebhookEvent } from './webhook-shelf.ts';

/** What happened, to be made an event. */
export interface NewEvent {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  /** When it happens on the stub's clock: now, where that is not said. */
  readonly at?: Date | undefined;
}

type Emitter = Pick<DuffelCall, 'state' | 'account'>;

const eventsMax = 5_000;
const isDeliveryFault = isFault('duplicate', 'delay', 'drop', 'forged', 'wrong_mode', 'unknown_order', 'sign');

/** Makes an event and sends it to the key's webhook, where there is one for it, behind the answer of the call. */
export function emitEvent(emitter: Emitter, event: NewEvent): void {
  const { clock } = emitter.state;
  const happen = (): void => {
    const recorded = recordEvent(emitter, event);
    if (!isWanted(emitter.account, recorded)) return;
    const { settings, webhooks } = emitter.account;
    if (settings.events === 'hold') webhooks.held = [...webhooks.held, recorded];
    else clock.at(clock.now(), () => deliverFaultily(emitter, recorded));
  };
  if (event.at === undefined) happen();
  else clock.at(event.at, happen);
}

function isWanted({ webhooks: { endpoint } }: Account, { type }: WebhookEvent): boolean {
  return endpoint?.active === true && endpoint.events.includes(type);
}

/** Makes an event without sending it. */
export function recordEvent({ state, account }: Emitter, { type, object, idempotencyKey }: NewEvent): WebhookEvent {
  const event: WebhookEvent = {
    id: state.newId('wev'),
    api_version: 'v2',
    type,
    live_mode: account.isLive,
    created_at: state.clock.now().toISOString(),
    idempotency_key: idempotencyKey,
    identity_organisation_id: organisationOf(account),
    data: { object },
  };
  account.webhooks.events = [...account.webhooks.events.slice(-eventsMax + 1), event];
  return event;
}

const organisationOf = ({ token }: Account): string => `org_${Buffer.from(token).toString('hex').slice(0, 22)}`;

function deliverFaultily(emitter: Emitter, event: WebhookEvent): void {
  const { account, state } = emitter;
  const fault = account.switches.take('webhooks', isDeliveryFault);
  switch (fault?.kind) {
    case 'drop':
      return;
    case 'delay':
      state.clock.at(new Date(state.clock.now().getTime() + fault.seconds * 1_000), () => sendEvent(emitter, event));
      return;
    case 'duplicate':
      for (let sent = 0; sent < fault.times; sent += 1) sendEvent(emitter, event);
      return;
    default:
      sendEvent(emitter, event, {
        isForged: fault?.kind === 'forged',
        isOtherMode: fault?.kind === 'wrong_mode',
        isUnknownOrder: fault?.kind === 'unknown_order',
        signature: fault?.kind === 'sign' ? fault.signature : undefined,
      });
  }
}
