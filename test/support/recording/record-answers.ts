import type { RecordedCalls } from '../../../src/docs/recorded-calls.ts';
import { asId } from '../../../src/platform/ids.ts';
import { routes } from '../../../src/routes.ts';
import { startReceiver } from '../service/receiver.ts';
import { startService, type TestService } from '../service/service.ts';
import { startDuffelTrips } from '../suppliers/duffel-trips.ts';
import { startStubWith, suppliersOf } from '../suppliers/duffel-service.ts';
import { startPlatform } from '../ucp/platform.ts';
import { makeUser, signInAs, trustingUsers } from '../users.ts';
import { recordAccount, recordSandbox, recordWebhooks } from './journey-account.ts';
import { recordSearches } from './journey-search.ts';
import { recordBookings, recordDecision, recordServicing } from './journey-servicing.ts';
import { recordMandates, recordTrips } from './journey-trips.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { Scrubber } from './scrub.ts';

/** When the recording takes place, a Monday: its dates are those of the examples of the contract. */
const recordedAt = '2026-11-23T09:00:00.000Z';
const tickMs = 250;

/**
 * Plays the journey that makes every operation succeed, in a sandbox of this process whose time stands at a fixed day.
 */
export async function recordAnswers(): Promise<RecordedCalls> {
  const calls = { ...(await recordSandboxCalls()), ...(await recordSupplierCalls()) };
  return {
    recordedAt,
    calls: Object.fromEntries(
      routes.flatMap(({ operationId }) => {
        const call = calls[operationId];
        return call === undefined ? [] : [[operationId, call]];
      }),
    ),
  };
}

type Calls = RecordedCalls['calls'];

async function recordSandboxCalls(): Promise<Calls> {
  let now = Date.parse(recordedAt);
  const stub = await startStubWith('duffel_test_ofTheOrganization');
  const receiver = await startReceiver();
  const service = await startService({
    users: trustingUsers,
    clock: { now: () => new Date(now) },
    config: { suppliers: suppliersOf(stub) },
  });
  const platform = await startPlatform(service);
  const { owner, organizationId } = await ownerOf(service);
  const tick = (): void => {
    now += tickMs;
  };
  const at = createRecorder(service, { signIn: () => signInAs(owner), tick });
  for (const play of [recordSearches, recordTrips, recordBookings, recordServicing, recordMandates]) await play(at);
  await recordWebhooks(at, receiver);
  await recordOrderDeliveries(at, platform);
  await recordAccount(at, organizationId);
  await recordSandbox(at);
  for (const server of [platform, service, receiver, stub]) await server.close();
  return scrubbed(at, [
    [receiver.url, 'https://hooks.example.com/bly'],
    [platform.profileUrl, 'https://agent.example.com/profile.json'],
    [platform.webhookUrl, 'https://agent.example.com/orders'],
    [service.url, 'http://127.0.0.1:8080'],
  ]);
}

/** Of a supplier of its own, whose stand-in knows the machine's time alone. */
async function recordSupplierCalls(): Promise<Calls> {
  const trips = await startDuffelTrips({ hasWebhook: false, users: trustingUsers });
  const { owner } = await ownerOf(trips.service);
  const at = createRecorder(trips.service, { signIn: () => signInAs(owner), tick: () => undefined });
  await recordDecision(at, trips);
  await trips.close();
  return scrubbed(at, [[trips.service.url, 'http://127.0.0.1:8080']]);
}

async function ownerOf(service: TestService) {
  const { body } = await service.call('GET', '/v1/account');
  const organizationId = asId('organization', body.organization.organization_id);
  const person = { email: 'owner@example.com', name: 'Nellie', organizationId, role: 'owner' } as const;
  return { owner: await makeUser(service, person), organizationId };
}

function scrubbed(at: Recorder, addresses: readonly (readonly [string, string])[]): Calls {
  const scrubber = new Scrubber(addresses);
  return Object.fromEntries([...at.calls].map(([id, call]) => [id, scrubber.scrub(call)]));
}

/** What a platform of another protocol was sent of an order: it buys a room, and hears of it. */
async function recordOrderDeliveries(at: Recorder, platform: Awaited<ReturnType<typeof startPlatform>>): Promise<void> {
  const { hotels } = await at.prepare('hotel_search', {
    body: { city_name: 'Lisbon', country_code: 'PT', checkin: '2027-03-05', checkout: '2027-03-08', adults: 1 },
  });
  const { body } = await platform.call('POST', '/checkout-sessions', {
    line_items: [{ item: { id: hotels[0].rooms[0].rates[0].offer_id }, quantity: 1 }],
    buyer: { email: 'nellie@example.com', phone_number: '+33123456789' },
    travelers: [
      {
        first_name: 'Nellie',
        last_name: 'Bly',
        passenger_type: 'ADULT',
        date_of_birth: '1990-05-05',
        gender: 'FEMALE',
      },
    ],
  });
  const credential = { type: 'shared_payment_token', token: 'spt_test_ok' };
  const instrument = { id: 'i1', handler_id: 'shared_payment_token', type: 'shared_payment_token', credential };
  await platform.call('POST', `/checkout-sessions/${body.id}/complete`, { payment: { instruments: [instrument] } });
  await at.service.drain();
  const { bookings } = await at.prepare('list_bookings', { query: { limit: '1' } });
  await at.record('list_order_deliveries', { params: { booking_ref: bookings[0].booking_ref } });
}
