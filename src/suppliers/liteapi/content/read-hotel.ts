import type { HotelContent } from '../../../travel/stay.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type LiteapiAdapter } from '../adapter.ts';
import { readHotelId } from '../mapping/map-hotel.ts';
import { isNothing, toFailure } from '../replies.ts';
import { mapContent } from './map-content.ts';
import { WireContent } from './wire-content.ts';

/** The id is all that is asked: whichever is wrong with the request, it is none of a hotel. */
const UNKNOWN_HOTEL: readonly number[] = [4_000, 4_002];

/** What LiteAPI knows of a hotel; undefined for an id of none, or of one without a place. Throws SupplierFailure. */
export async function readHotel(
  adapter: LiteapiAdapter,
  hotelId: string,
  context: SupplierContext,
): Promise<HotelContent | undefined> {
  const id = readHotelId(hotelId);
  if (id === undefined) return undefined;
  const account = await accountForSale(adapter, context);
  const reply = await adapter.client.request(account, context, {
    host: 'read',
    method: 'GET',
    path: `/data/hotel?${new URLSearchParams({ hotelId: id })}`,
    read: (data) => WireContent.safeParse(data).data,
  });
  if (isNothing(reply) || (reply.kind === 'error' && UNKNOWN_HOTEL.includes(reply.code))) return undefined;
  if (reply.kind !== 'done') throw toFailure(reply);
  return mapContent(reply.value);
}
