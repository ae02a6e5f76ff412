import { setTimeout as pause } from 'node:timers/promises';
import { signatureOf } from './sign.ts';

/** An event as it is posted. */
export interface StubEvent {
  readonly type: string;
  readonly body: string;
}

/** Where an event goes and what signs it. */
interface Delivery {
  readonly to: string;
  readonly secret: string;
  readonly signedAt?: Date;
  readonly signal?: AbortSignal;
}

/** Seconds of real time until a delivery that failed is tried again: some three minutes in all. */
const RETRY_SECONDS: readonly number[] = [0.5, 5, 30, 120];
const deliveryMillisecondsMax = 10_000;

/** Posts an event once and answers the status of the receiver. Throws where there was no answer. */
export async function postEvent(event: StubEvent, { to, secret, signedAt, signal }: Delivery): Promise<number> {
  const response = await fetch(to, {
    method: 'POST',
    body: event.body,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(event.body, secret, signedAt ?? new Date()),
    },
    signal: AbortSignal.any([AbortSignal.timeout(deliveryMillisecondsMax), ...(signal ? [signal] : [])]),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Posts an event until its receiver answers with success, at most five times. Never throws. */
export async function deliverEvent(event: StubEvent, delivery: Delivery): Promise<void> {
  for (const wait of [...RETRY_SECONDS, undefined]) {
    const status = await postEvent(event, delivery).catch(() => undefined);
    if (status !== undefined && status >= 200 && status < 300) return;
    if (wait === undefined || (await isEnding(wait, delivery.signal))) return;
  }
}

/** Waits so many seconds; true when the stub ends meanwhile. */
async function isEnding(seconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await pause(seconds * 1_000, undefined, { ref: false, ...(signal ? { signal } : {}) });
    return false;
  } catch {
    return true;
  }
}
