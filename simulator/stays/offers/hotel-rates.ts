import { epochDayToIsoDate } from '../../../src/travel/dates.ts';
import { money } from '../../../src/travel/money.ts';
import type { BoardType, RateSum, RoomParty } from '../../../src/travel/stay.ts';
import { BOARD_BREAKFASTS, boardsOf, breakfastUsd, plansOf, type RatePlan } from '../rooms/boards-plans.ts';
import { type Arrival, scheduleOf } from './cancellation-terms.ts';
import { hotelIdOf, type HotelRow, stayRoomOf } from '../content/hotel-facts.ts';
import {
  cheapestKinds,
  type HotelAvailability,
  type KindOnOffer,
  kindsOnOffer,
  nightMinor,
} from '../prices/availability.ts';
import { writeRateKey } from './rate-key.ts';
import { mealsOf } from '../rooms/room-party.ts';
import type { ResolvedStayQuery } from '../stay-query.ts';
import type { StayTables } from '../content/stay-tables.ts';
import { type HotelLevies, netNightsOf, sumExcluded, writeTaxes } from '../prices/stay-taxes.ts';
import type { StatedRate, StatedRoom } from '../stated-stay.ts';

/** Displays show no more rooms left than this. */
const ROOMS_SHOWN_MAX = 9;
/** Kinds of room a list shows of one hotel for one party, cheapest first. */
const KINDS_SHOWN_MAX = 5;
/** The boards a list shows of the cheapest kind, and of the others. */
const BOARDS_SHOWN = { cheapest: 3, other: 1 } as const;

/** What all rates of one hotel share. */
export interface RateFacts {
  readonly tables: StayTables;
  readonly levies: HotelLevies;
  readonly arrival: Arrival;
}

/**
 * The rates of a hotel for one party, cheapest first: of the cheapest kind of room every board in every plan, of up to
 * four others the first board in every plan. More would only repeat equal steps in price.
 */
export function listRates(
  facts: RateFacts,
  hotel: HotelRow,
  query: ResolvedStayQuery,
  partyIndex: number,
  availability: HotelAvailability,
): readonly StatedRate[] {
  const party = query.parties[partyIndex]?.party;
  if (!party) return [];
  const boards = boardsOf(hotel.stock, hotel.at);
  const plans = plansOf(hotel.stock, hotel.at);
  const kinds = kindsOnOffer(facts.tables, query, partyIndex, availability.free).slice(0, KINDS_SHOWN_MAX);
  const rates: StatedRate[] = [];
  for (const [index, offered] of kinds.entries()) {
    const room = stayRoomOf(hotel, offered.kind);
    for (const board of boards.slice(0, index === 0 ? BOARDS_SHOWN.cheapest : BOARDS_SHOWN.other))
      for (const plan of plans)
        rates.push(rateOf(facts, hotel, { query, party, offered, room, board, plan }, availability));
  }
  return rates.sort((a, b) => a.total.value - b.total.value);
}

/** The sums of the first of `listRates` of every party; undefined where one has none. */
export function cheapestSums(
  { tables, levies }: Pick<RateFacts, 'tables' | 'levies'>,
  hotel: HotelRow,
  query: ResolvedStayQuery,
  availability: HotelAvailability,
): readonly RateSum[] | undefined {
  const { stock, at } = hotel;
  const [[board], [plan]] = [boardsOf(stock, at), plansOf(stock, at)];
  if (!board || !plan) return undefined;
  const { currency } = stock.filing;
  const sums: RateSum[] = [];
  for (const [index, kindIndex] of cheapestKinds(tables, query, availability.free).entries()) {
    const of = query.parties[index];
    const kind = tables.rooms[kindIndex];
    if (!of || !kind) return undefined;
    const { party } = of;
    const gross = grossNightsOf(hotel, { party, factor: of.factors[kind.index] ?? 0, board, plan }, availability);
    const priced = { party, gross };
    const netTotal = levies.excluded.length === 0 ? 0 : netNightsOf(levies, priced).netTotal;
    sums.push({
      room: kind.kind,
      roomsLeft: Math.min(ROOMS_SHOWN_MAX, availability.free[kind.index] ?? 0),
      paymentType: plan.paymentType,
      currency,
      total: sumOf(gross),
      taxesBeside: sumExcluded(levies, priced, netTotal),
    });
  }
  return sums;
}

/** What makes one rate of a hotel. */
export interface RateChoice {
  readonly query: Pick<ResolvedStayQuery, 'day' | 'nights'>;
  readonly party: RoomParty;
  readonly offered: KindOnOffer;
  readonly room: StatedRoom;
  readonly board: BoardType;
  readonly plan: RatePlan;
}

/** One rate of a hotel: priced night by night, taxed, with its cancellation terms. */
export function rateOf(
  { levies, arrival }: RateFacts,
  hotel: HotelRow,
  { query, party, offered, room, board, plan }: RateChoice,
  availability: HotelAvailability,
): StatedRate {
  const { stock, at } = hotel;
  const { day, nights } = query;
  const { currency, step } = stock.filing;
  const gross = grossNightsOf(hotel, { party, factor: offered.factor, board, plan }, availability);
  const total = sumOf(gross);
  const { nets, netTotal, sums } = netNightsOf(levies, { party, gross });
  const cancelled = { total, firstNight: gross[0] ?? total, step, currency };
  const cancellation = scheduleOf(stock, at, plan.code, cancelled, arrival);
  const first = cancellation[0];
  const { kind } = offered.kind;
  return {
    rateKey: writeRateKey({ hotelId: hotelIdOf(hotel), day, nights, kind, board, plan: plan.code, party }),
    room,
    party,
    boardType: board,
    planName: plan.name,
    paymentType: plan.paymentType,
    total: money(total, currency),
    nights: nets.map((net, night) => ({ date: epochDayToIsoDate(day + night), amount: money(net, currency) })),
    taxes: writeTaxes(levies, sums, sumExcluded(levies, { party, gross }, netTotal), currency),
    isRefundable: !(first !== undefined && first.from <= arrival.now && first.penalty.value >= total),
    cancellation,
    roomsLeft: Math.min(ROOMS_SHOWN_MAX, offered.free),
  };
}

interface PricedChoice extends Pick<RateChoice, 'party' | 'board' | 'plan'> {
  /** The room's price for the party as a share of a double room's. */
  readonly factor: number;
}

/** By night: what it costs with the included taxes, minor units. */
function grossNightsOf(
  { stock, at }: HotelRow,
  { party, factor, board, plan }: PricedChoice,
  { usd }: HotelAvailability,
): readonly number[] {
  const boardUsd = breakfastUsd(stock, at) * BOARD_BREAKFASTS[board] * mealsOf(party);
  return usd.map((night) => nightMinor(stock, night * factor, boardUsd, plan.factor));
}

function sumOf(amounts: readonly number[]): number {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}
