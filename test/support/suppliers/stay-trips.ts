import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { type LiteapiStub, startLiteapiStub } from '../../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';
import { daysAhead } from '../faults/trip-journeys.ts';
import { type Answer, type ServiceOptions, startService, type TestService } from '../service/service.ts';

/** What is part of the address that LiteAPI's callbacks come to. */
export const CALLBACK_TOKEN = 'callback-token-of-tests';
/** More calls than any of these journeys makes. */
const MANY_CALLS = { perMinute: 10_000, concurrency: 100 };

/** What is changed about the service these trips are made at. */
export interface StayTripOptions {
  /** Duffel's flights (its stub) are sold, too. */
  readonly withFlights?: boolean;
  /** Variables of the service's configuration, over those of the suppliers. */
  readonly config?: ServiceOptions['config'];
}

/** A service that sells hotels of LiteAPI's (the stub), by a real time that can be moved. */
export interface StayTrips {
  readonly service: TestService;
  readonly stub: LiteapiStub;
  /** Present where flights are sold, too. */
  readonly duffel: DuffelStub | undefined;
  /** Moves real time, for the service and for the suppliers, and runs what is due. */
  pass(seconds: number): Promise<void>;
  /** Two nights that were not named before, far enough ahead that rooms can be given back. */
  nights(): { readonly checkin: string; readonly checkout: string };
  /** The body of a search for one adult in Lisbon; `hotel_ids` name another place. */
  search(more?: object, by?: TestService): Promise<Answer['body']>;
  /** A rate of a hotel in Lisbon: one that can be given back, unless told otherwise. `by`: whose calls ask for it. */
  rate(passes?: (rate: Answer['body']) => boolean, by?: TestService): Promise<Answer['body']>;
  close(): Promise<void>;
}

/** Starts one. LiteAPI states all it may, and hears no limit of its own. */
export async function startStayTrips({ withFlights = false, config = {} }: StayTripOptions = {}): Promise<StayTrips> {
  let aheadMs = 0;
  let stays = 0;
  const stub = await startLiteapiStub();
  stub.control.set({ rate_limit: { limit: 100_000, seconds: 60 }, sparse: false });
  const duffel = withFlights ? await startDuffelStub() : undefined;
  duffel?.control.set({ documents_required: false, sparse: false });
  const service = await startService({
    clock: { now: () => new Date(Date.now() + aheadMs) },
    config: {
      supplierCalls: MANY_CALLS,
      ...config,
      suppliers: {
        enabled: duffel === undefined ? ['liteapi'] : ['duffel', 'liteapi'],
        duffel: duffel && { token: duffel.token, isLive: false, baseUrl: duffel.url, webhookSecret: undefined },
        liteapi: { token: stub.key, isLive: false, baseUrl: stub.url, webhookSecret: CALLBACK_TOKEN },
      },
    },
  });
  const nights: StayTrips['nights'] = () => {
    stays += 1;
    const day = FIRST_DAY + ((3 * stays) % DAYS);
    return { checkin: daysAhead(day), checkout: daysAhead(day + 2) };
  };
  const search: StayTrips['search'] = async (more = {}, by = service) => {
    const answer = await by.call('POST', '/v1/hotel_search', {
      ...('hotel_ids' in more ? {} : { city_name: 'Lisbon', country_code: 'PT' }),
      occupancies: [{ adults: 1 }],
      currency: 'EUR',
      ...nights(),
      ...more,
    });
    if (answer.status !== 200) throw new Error(answer.text.slice(0, 500));
    return answer.body;
  };
  return {
    ...{ service, stub, duffel, nights, search },
    async pass(seconds) {
      aheadMs += seconds * 1_000;
      await stub.clock.advance(seconds * 1_000);
      await duffel?.clock.advance(seconds * 1_000);
      await service.drain();
    },
    async rate(passes = (rate) => rate.is_refundable === true, by = service) {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const asked = nights();
        const [{ hotel_id: hotelId }] = (await search(asked, by)).hotels;
        const [hotel] = (await search({ ...asked, hotel_ids: [hotelId] }, by)).hotels;
        const found = hotel?.rooms.flatMap(({ rates }: Answer['body']) => rates).find(passes);
        if (found !== undefined) return found;
      }
      throw new Error('Lisbon has no such rate.');
    },
    async close() {
      await service.close();
      await stub.close();
      await duffel?.close();
    },
  };
}

const FIRST_DAY = 90;
const DAYS = 240;
const TRIES_MAX = 5;
