import type { StubAnswer } from '../../send-answer.ts';
import { isFault } from '../faults.ts';
import { presentRefusal, refusal } from '../refusals.ts';
import type { EventStream } from '../send-stream.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import type { StubHotel } from '../content/stub-hotels.ts';
import { amountOf, presentOffer, type Presenting, sellingPriceOf } from './present-rates.ts';
import { readMinRatesRequest, readRatesRequest, type RatesRequest } from './read-rates.ts';
import { findLowest, searchRates } from './search-rates.ts';

/** Searches for rates. */
export const rateRoutes: readonly LiteapiRoute[] = [
  { method: 'POST', path: '/hotels/rates', operation: 'rates', body: 'required', handle: search },
  { method: 'POST', path: '/hotels/min-rates', operation: 'min_rates', body: 'required', handle: searchLowest },
];

const hotelsOfBlock = 5;
const blockMilliseconds = 20;

async function search(call: LiteapiCall): Promise<StubAnswer | EventStream> {
  const { state, account, fields, origin } = call;
  const request = readRatesRequest(fields, { rates: state.basis.rates, now: state.clock.now() });
  const nothing = account.switches.take('rates', isFault('nothing'));
  if (nothing !== undefined) return answerNothing(nothing.form);
  const found = await searchRates(call, request);
  if (found.length === 0) throw refusal(2001);
  const sums = request.stream ? account.settings.stream_sums : account.settings.plain_sums;
  const context: Presenting = {
    settings: account.settings,
    sealer: state.sealer,
    key: account.key,
    sums,
    hasMappedRooms: request.roomMapping,
  };
  const data = found.map(({ hotel, offers }) => ({
    hotelId: hotel.id,
    roomTypes: offers.map((offer) => presentOffer(offer, context)),
  }));
  const hotels = hasHotels(request) ? found.map(({ hotel }) => presentShort(hotel, origin)) : undefined;
  if (request.stream) return toStream(call, data, hotels ?? found.map(({ hotel }) => presentShort(hotel, origin)));
  const rest = { guestLevel: 0, sandbox: account.isSandbox, ...(hotels === undefined ? {} : { hotels }) };
  return { status: 200, body: { data, ...rest } };
}

/** A search by ids has its hotels only where they are asked for. */
const hasHotels = ({ includeHotelData, hotelIds }: RatesRequest): boolean => includeHotelData || hotelIds === undefined;

function answerNothing(form: '200' | '204' | '204_with_body' | '200_empty'): StubAnswer {
  const { body } = presentRefusal(refusal(2001));
  switch (form) {
    case '200':
      return { status: 200, body };
    case '204':
      return { status: 204 };
    case '204_with_body':
      return { status: 204, body };
    case '200_empty':
      return { status: 200 };
  }
}

function toStream({ account }: LiteapiCall, data: readonly object[], hotels: readonly object[]): EventStream {
  const blocks = Array.from({ length: Math.ceil(data.length / hotelsOfBlock) }, (_, block) => ({
    rates: data.slice(block * hotelsOfBlock, (block + 1) * hotelsOfBlock),
  }));
  return {
    blocks: [...blocks, { hotels }],
    fault: account.switches.take('rates', isFault('stream')),
    milliseconds: account.settings.real_waits ? blockMilliseconds : 0,
  };
}

function presentShort(hotel: StubHotel, origin: string): object {
  const { position, city } = hotel;
  const photo = hotel.photoCount === 0 ? '' : `${origin}/photos/${hotel.id}/0.png`;
  return {
    id: hotel.id,
    name: hotel.name,
    main_photo: photo,
    thumbnail: photo,
    address: hotel.address,
    country_code: city.country.toLowerCase(),
    city_name: city.name,
    ...(position === null ? {} : { latitude: position.latitude, longitude: position.longitude }),
    rating: hotel.rating,
    stars: hotel.stars,
    review_count: hotel.reviewCount,
    tags: [],
  };
}

function searchLowest(call: LiteapiCall): StubAnswer {
  const { state, account, fields } = call;
  const request = readMinRatesRequest(fields, { rates: state.basis.rates, now: state.clock.now() });
  const data = findLowest(call, request).map(({ hotel, content }) => {
    const selling = sellingPriceOf(hotel, content.total, account.settings);
    const toAmount = (minor: number): number => amountOf(minor, content.currency, hotel, account.settings);
    return {
      hotelId: hotel.id,
      price: toAmount(content.total),
      ...(selling === undefined ? {} : { suggestedSellingPrice: toAmount(selling) }),
      offerId: state.sealer.seal(content, account.key),
    };
  });
  if (data.length === 0) throw refusal(2001);
  return { status: 200, body: { data, sandbox: account.isSandbox } };
}
