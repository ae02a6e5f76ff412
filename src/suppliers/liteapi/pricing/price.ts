import type { SupplierAccount } from '../../common/account.ts';
import type { HotelSupplier } from '../../ports/hotels.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type LiteapiAdapter } from '../adapter.ts';
import { mapOffer, type StoredOffer } from '../mapping/map-offer.ts';
import { isWorse } from '../mapping/terms-code.ts';
import { WirePrebook } from '../mapping/wire-rates.ts';
import { type LiteapiReply, toFailure } from '../replies.ts';
import { unpackRates } from '../search/unpack-rates.ts';
import { toStay } from './get-stay.ts';
import {
  areAllRooms,
  findHeldOffer,
  findOfferAgain,
  type FoundOffer,
  type HeldRooms,
  readHeldRooms,
} from './held-offer.ts';

type Outcome = Awaited<ReturnType<HotelSupplier['price']>>;

/** The offer's id is not known (any more), or what it stood for is outdated: rates have to be fetched again. */
const OUTDATED: readonly number[] = [4_002, 4_040];
const OVERHEAD_MS = 1_000;
const TIMEOUT_SECONDS_MAX = 30;

const gone = (reason: string): Outcome => ({ kind: 'gone', reason });
const SOLD_OUT = gone('The rooms are no longer for sale.');

/**
 * What rooms would be booked at now: their offer is prebooked. LiteAPI may put similar rooms in the place of rooms that
 * are sold out, and does not always say so: what was prebooked is compared with what the keys say was found. Other
 * rooms, other meals or worse terms are `gone`; another price is returned as the price. An outdated offer is looked for
 * again, once.
 */
export async function priceStay(
  adapter: LiteapiAdapter,
  rateKeys: readonly string[],
  context: SupplierContext,
): Promise<Outcome> {
  const held = readHeldRooms(rateKeys);
  if (held === undefined || !areAllRooms(held)) return gone('These rooms are not sold together.');
  const account = await accountForSale(adapter, context);
  const call: PriceCall = { adapter, account, context, held, rateKeys };
  const stored = await findHeldOffer(adapter, account, context, held.key);
  const first = stored ?? (await findOfferAgain(adapter, account, context, { key: held.key, mustAsk: false }));
  if (first === undefined) return SOLD_OUT;
  const outcome = await prebook(call, first);
  if (outcome !== 'outdated') return outcome;
  const again = await findOfferAgain(adapter, account, context, { key: held.key, mustAsk: true });
  const second = again === undefined ? 'outdated' : await prebook(call, again);
  return second === 'outdated' ? SOLD_OUT : second;
}

interface PriceCall {
  readonly adapter: LiteapiAdapter;
  readonly account: SupplierAccount;
  readonly context: SupplierContext;
  readonly held: HeldRooms;
  readonly rateKeys: readonly string[];
}

async function prebook(call: PriceCall, found: FoundOffer): Promise<Outcome | 'outdated'> {
  const reply = await askForPrebook(call, found.offer);
  if (reply.kind === 'error' && OUTDATED.includes(reply.code)) return 'outdated';
  if (reply.kind !== 'done') throw toFailure(reply);
  return judgePrebook(call, found, reply.value);
}

function askForPrebook(
  { adapter, account, context }: PriceCall,
  { offerId }: StoredOffer,
): Promise<LiteapiReply<WirePrebook>> {
  const seconds = Math.max(1, Math.floor((context.deadlineMs - OVERHEAD_MS) / 1_000));
  return adapter.client.request(account, context, {
    host: 'book',
    method: 'POST',
    path: `/rates/prebook?timeout=${Math.min(seconds, TIMEOUT_SECONDS_MAX)}`,
    body: { offerId, usePaymentSdk: false },
    isRead: true,
    read: (data) => WirePrebook.safeParse(data).data,
    needsFunds: context.purpose === 'booking',
  });
}

/** What was prebooked, where it is what was wanted. */
function judgePrebook(call: PriceCall, found: FoundOffer, made: WirePrebook): Outcome {
  const { key } = call.held;
  const { checkIn, checkOut } = key.ratesQuery;
  if (made.hotelId !== key.hotelId || made.checkin !== checkIn || made.checkout !== checkOut)
    return gone('Another stay was offered in its place.');
  const offer = readOffer(call, found, made);
  if (offer === undefined) return SOLD_OUT;
  if (made.boardChanged === true) return gone('The meals have changed.');
  if (offer.product !== key.product) return gone('Another room or other meals were offered in its place.');
  const areTermsStated = offer.terms !== UNSTATED;
  if (isWorse(key.terms, offer.terms, call.context.now) || (made.cancellationChanged === true && !areTermsStated))
    return gone('The terms of cancellation have become worse.');
  const priced = { ...found, offer };
  const stay = toStay(priced, call.held, call.rateKeys);
  if (stay === undefined) return SOLD_OUT;
  const rates = unpackRates(offer, {
    ratesQuery: key.ratesQuery,
    hotelId: key.hotelId,
    resultSet: found.resultSet,
    prebookId: made.prebookId,
  });
  const rateKeys = call.held.keys.map(({ room }) => rates[room]?.rateKey ?? '');
  const [first, ...others] = stay.rates.map((rate, index) => ({ ...rate, rateKey: rateKeys[index] ?? rate.rateKey }));
  return first === undefined ? SOLD_OUT : { kind: 'priced', stay: { ...stay, rates: [first, ...others] }, rateKeys };
}
const UNSTATED = 'u';

/** The prebooked rooms in the form of an offer; undefined where they cannot be sold. */
function readOffer({ held, context }: PriceCall, { offer }: FoundOffer, made: WirePrebook): StoredOffer | undefined {
  const { currency, rooms } = held.key.ratesQuery;
  const [roomType] = made.roomTypes;
  if (roomType === undefined || made.currency !== currency) return undefined;
  const mapped = mapOffer(
    {
      offerId: offer.offerId,
      rateType: made.isPackageRate === true ? 'package' : undefined,
      offerRetailRate: { amount: made.price, currency },
      suggestedSellingPrice: made.suggestedSellingPrice,
      rates: roomType.rates,
    },
    { currency, roomCount: rooms.length, now: context.now },
  );
  return typeof mapped === 'string' ? undefined : mapped;
}
