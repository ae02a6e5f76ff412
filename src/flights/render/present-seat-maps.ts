import { presentSeatMaps } from '../../offers/describe/present-seat-maps.ts';
import { zeroMoney } from '../../travel/money.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import type { AmountWriter } from '../../offers/answers/write-json.ts';

/** `seat_maps` of a live offer as JSON: filled by re-pricing alone, at the prices of the cheapest fare shown. */
export function renderSeatMaps(amounts: AmountWriter, { seatMaps }: Pick<DisplayOffer, 'seatMaps'>): string {
  if (seatMaps === undefined) return '[]';
  return JSON.stringify(presentSeatMaps(seatMaps, (price) => amounts.convert(price), zeroMoney(amounts.currency)));
}
