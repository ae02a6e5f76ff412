import { pino } from 'pino';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { StubEvent } from '../../../src/suppliers/stubs/stripe/deliver.ts';
import { type StripeStub, startStripeStub } from '../../../src/suppliers/stubs/stripe/start-stripe-stub.ts';
import { type Answer, startService, type TestService } from '../service/service.ts';
import { makeCheckout } from './trip-journeys.ts';

/** A service whose payments are taken by Stripe (the stub), and a payer in front of it. */
export interface StripeService {
  readonly service: TestService;
  readonly stub: StripeStub;
  /** Every line it has logged. */
  readonly logged: readonly string[];
  readonly webhookUrl: string;
  close(): Promise<void>;
}

/** Starts one. */
export async function startStripeService(
  options: { readonly flightSuppliers?: readonly FlightSupplier[]; readonly runsJobs?: boolean } = {},
): Promise<StripeService> {
  const stub = await startStripeStub();
  const logged: string[] = [];
  const service = await startService({
    ...options,
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    config: {
      stripe: { secretKey: stub.secretKey, isLive: false, webhookSecret: stub.webhookSecret, apiBase: stub.url },
    },
  });
  return {
    service,
    stub,
    logged,
    webhookUrl: `${service.url}/v1/payments/stripe/webhook`,
    async close() {
      await service.close();
      await stub.close();
    },
  };
}

/** A payer at the hosted page of a checked-out trip. */
export interface Payer {
  readonly tripId: string;
  readonly path: string;
  /** What is paid, in minor units. */
  readonly amount: number;
  look(query?: string): Promise<Answer>;
  /** Presses the button: answers where the browser is sent. */
  press(typed?: Readonly<Record<string, string>>): Promise<Answer>;
  readTrip(): Promise<Answer['body']>;
}

/** Checks a trip out and opens its page. */
export async function aPayer(service: TestService, destination = 'QAC'): Promise<Payer> {
  const { checkout } = await makeCheckout(service, { origin: 'QAA', destination });
  return payerOf(service, checkout);
}

/** The payer of a checkout answer. */
export function payerOf(
  service: TestService,
  checkout: Answer['body'],
  headers: Readonly<Record<string, string>> = {},
): Payer {
  const path = `/checkout/${checkout.session_id}`;
  const look: Payer['look'] = (query = '') => service.call('GET', path + query, undefined, { 'accept-language': 'en' });
  return {
    tripId: checkout.trip_id,
    path,
    amount: checkout.total_amount.amount,
    look,
    async press(typed = {}) {
      const page = await look();
      const form = new URLSearchParams({ action: 'pay' });
      for (const [, name = '', value = ''] of page.text.matchAll(
        /<input type="hidden" name="([^"]+)" value="([^"]*)">/g,
      ))
        form.set(name, value);
      for (const [name, value] of Object.entries(typed)) form.set(name, value);
      return service.call('POST', path, form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': 'en',
      });
    },
    readTrip: async () => (await service.call('GET', `/v1/trip/${checkout.trip_id}`, undefined, headers)).body,
  };
}

/** Where a browser is sent. */
export function locationOf(answer: Answer): string {
  return answer.headers.get('location') ?? '';
}

/** The events since some number of them. */
export function eventsSince(stub: StripeStub, count: number): readonly StubEvent[] {
  return stub.events.slice(count);
}
