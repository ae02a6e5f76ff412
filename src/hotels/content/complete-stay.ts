import type { App } from '../../context.ts';
import type { SoldBy, StayFacts } from '../../offers/describe/stay-facts.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { withHotelZone } from '../../travel/geography/local-zone.ts';
import type { Stay } from '../../travel/stay.ts';
import { askForDetail } from './detail-job.ts';
import { joinFacts, withRoomFacts } from './join-facts.ts';
import { findDetail, findHotels } from './store-hotels.ts';

/** The facts of stays as `app.ts` hands them out. */
export const stayFacts: StayFacts = {
  async complete(app, sold, stay) {
    const { supplierId } = sold;
    if (findSupplier(app, { kind: 'hotel', supplierId })?.content === undefined) return stay;
    try {
      return await completeStay(app, sold, stay);
    } catch (err) {
      app.log.warn({ err, hotel: stay.hotel.hotelId }, 'what is stored of a hotel could not be read');
      return stay;
    }
  },
};

async function completeStay(app: App, sold: SoldBy, stay: Stay): Promise<Stay> {
  const { hotelId } = stay.hotel;
  const detail = await findDetail(app.db, sold.supplierId, hotelId);
  if (detail === undefined) await askForDetail(app, sold, hotelId);
  const [listed] = detail === undefined ? await findHotels(app.db, sold.supplierId, [hotelId]) : [];
  const hotel = withHotelZone(app.places, joinFacts(stay.hotel, detail?.content.hotel ?? listed));
  const rooms = detail?.content.rooms ?? [];
  const [first, ...others] = stay.rates;
  return { ...stay, hotel, rates: [withRoomFacts(first, rooms), ...others.map((rate) => withRoomFacts(rate, rooms))] };
}
