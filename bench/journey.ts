import type { Service } from './service.ts';

/** A search that sells in both bundles, far enough ahead to be open. */
export function searchBody(
  daysAhead = 60,
  route: { readonly origin: string; readonly destination: string } = { origin: 'CDG', destination: 'JFK' },
): Record<string, unknown> {
  const date = new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
  return { ...route, trip_type: 'oneway', departure_date: date, adults: 1 };
}

const traveler = {
  first_name: 'Nellie',
  last_name: 'Bly',
  passenger_type: 'ADULT',
  date_of_birth: '1990-05-05',
  gender: 'FEMALE',
};
const contact = { email: 'nellie@example.com', phone: '+33123456789' };
/** Who travels, as `upsert_travelers` takes it. */
export const partyBody = { travelers: [traveler], contact };

/** An answer that must be a 2xx, parsed. */
export async function expectOk(service: Service, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await service.call('POST', path, body);
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  const parsed: Record<string, unknown> = JSON.parse(answer.text);
  return parsed;
}

/** Tokens of many offers on many days, so that orders do not fight for the same seats. */
export async function collectTokens(service: Service, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let day = 20; tokens.length < count && day < 320; day += 1) {
    const answer: { live_offers: { fares: { trip_item_token: string }[] }[] } = JSON.parse(
      (await service.call('POST', '/v1/flight_search', { ...searchBody(day), limit: 100 })).text,
    );
    for (const offer of answer.live_offers ?? []) for (const fare of offer.fares) tokens.push(fare.trip_item_token);
  }
  if (tokens.length < count) throw new Error(`Only ${tokens.length} of ${count} fares found`);
  return spread(tokens);
}

/** Neighbours far apart, the same way every time: orders in flight together want different flights. */
function spread(tokens: readonly string[]): string[] {
  const stride = 2_503; // A prime that divides no likely count.
  return tokens.map((_, index) => tokens[(index * stride) % tokens.length] ?? '');
}

/** One whole order: trip with item and travelers, checkout, pay; answers the trip's id. */
export async function order(service: Service, token: string): Promise<string> {
  const trip = await expectOk(service, '/v1/trip', {
    add_item: { trip_item_token: token },
    upsert_travelers: partyBody,
  });
  const tripId = String(trip['trip_id']);
  await expectOk(service, '/v1/checkout', { trip_id: tripId });
  await expectOk(service, '/v1/sandbox/pay', { trip_id: tripId, card: '4242424242424242' });
  return tripId;
}

const statusPollsMax = 2_000;

/** Waits until the trip has left fulfilment; answers its final status. */
export async function settled(service: Service, tripId: string): Promise<string> {
  for (let poll = 0; poll < statusPollsMax; poll += 1) {
    const answer = await expectOk(service, '/v1/trip_status', { trip_id: tripId });
    const status = String(answer['status']);
    if (status === 'fulfilled' || status === 'failed') return status;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return 'stuck';
}
