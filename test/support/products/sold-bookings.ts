import type { Answer, TestService } from '../service/service.ts';

/** A confirmed booking past its void window, of an organization of its own: its clock moves alone. */
export interface Sold {
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly items: Answer['body'];
  /** The first of them. */
  readonly item: Answer['body'];
  /** Headers of its organization. */
  readonly as: Readonly<Record<string, string>>;
}

/** What is done with bookings sold at once by the sandbox of a service. */
export interface Counter {
  sell(body: object): Promise<Sold>;
  /** Posts the pair, and whatever else is said. */
  post(sold: Sold, path: string, more?: object): Promise<Answer>;
  /** The booking as its traveler looks it up. */
  read(sold: Sold): Promise<Answer['body']>;
  /** Moves the clock, and does what is due by then. */
  advance(sold: Sold, seconds: number): Promise<void>;
  /** Moves the clock alone, so many seconds past an instant; false, and stays, where that is past. */
  advanceTo(sold: Sold, instant: string, seconds?: number): Promise<boolean>;
}

/** The counter of a service that may not have been started yet. */
export function openCounter(serviceOf: () => TestService): Counter {
  const setClock = ({ as }: Sold, advanceSeconds: number) =>
    serviceOf().call('POST', '/v1/sandbox/clock', { advance_seconds: advanceSeconds }, as);
  const post: Counter['post'] = (sold, path, more = {}) =>
    serviceOf().call('POST', path, { ...sold.pair, ...more }, sold.as);
  return {
    post,
    async sell(body) {
      const as = { 'x-api-key': (await serviceOf().makeKey()).key };
      const answer = await serviceOf().call('POST', '/v1/sandbox/bookings', body, as);
      if (answer.status !== 200) throw new Error(answer.text);
      const { booking_ref, last_name, items } = answer.body;
      return { pair: { booking_ref, last_name }, items, item: items[0], as };
    },
    read: async (sold) => (await post(sold, '/v1/get_booking')).body.booking,
    async advance(sold, seconds) {
      await setClock(sold, seconds);
      await serviceOf().drain();
    },
    async advanceTo(sold, instant, seconds = 0) {
      const { now } = (await serviceOf().call('GET', '/v1/sandbox/clock', undefined, sold.as)).body;
      const ahead = Math.ceil((Date.parse(instant) - Date.parse(now)) / 1000) + seconds;
      if (ahead > 0) await setClock(sold, ahead);
      return ahead >= 0;
    },
  };
}
