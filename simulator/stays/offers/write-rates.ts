import type { CancellationSchedule } from '../../../src/travel/cancellation.ts';
import { epochDayToIsoDate } from '../../../src/travel/dates.ts';
import { type Money, money } from '../../../src/travel/money.ts';
import type {
  BoardType,
  PaymentType,
  RateSum,
  RoomParty,
  StayRate,
  StayRoom,
  StayTax,
} from '../../../src/travel/stay.ts';
import type { ZoneClock } from '../../../src/reference/zones.ts';
import { BOARD_BREAKFASTS, boardsOf, breakfastUsd, plansOf, type RatePlan } from '../rooms/boards-plans.ts';
import { type Arrival, scheduleOf } from './cancellation-terms.ts';
import { hotelIdOf, type House, stayRoomOf } from '../content/hotel-facts.ts';
import {
  cheapestKinds,
  type HouseScratch,
  type KindOnOffer,
  kindsOnOffer,
  nightMinor,
} from '../prices/hotel-prices.ts';
import { writeRateKey } from './rate-key.ts';
import { mealsOf } from '../rooms/room-party.ts';
import type { StayQuestion } from '../stay-query.ts';
import type { StayTables } from '../content/stay-tables.ts';
import { type HouseLevies, sumExcluded, taxNights, writeTaxes } from '../prices/stay-taxes.ts';

/** No display tells of more rooms than this. */
const ROOMS_SHOWN_MAX = 9;
/** Kinds of room a list shows of one house for one party, cheapest first. */
const KINDS_SHOWN_MAX = 5;
/** The boards a list shows of the cheapest kind, and of the others. */
const BOARDS_SHOWN = { cheapest: 3, other: 1 } as const;

/** What rates of one house are written with. */
export interface RateFacts {
  readonly tables: StayTables;
  readonly levies: HouseLevies;
  readonly arrival: Arrival;
}

/** The hours before arrival in the zone of a town. */
export function arrivalOf(
  zones: ZoneClock,
  zoneIndex: number,
  { day, now }: Pick<StayQuestion, 'day' | 'now'>,
): Arrival {
  const known = new Map<number, Date>();
  return {
    now,
    instant: (daysBefore, hour) => {
      const localMinute = (day - daysBefore) * 1440 + hour * 60;
      const found = known.get(localMinute);
      if (found) return found;
      const instant = new Date(zones.toUtc(zoneIndex, localMinute) * 60_000);
      known.set(localMinute, instant);
      return instant;
    },
  };
}

/**
 * What a party can have in the house last looked at, cheapest first: of the cheapest kind every board in every plan, of
 * up to four others the first board in every plan. More would only repeat the same steps in price.
 */
export function listRates(
  facts: RateFacts,
  house: House,
  question: StayQuestion,
  partyIndex: number,
  scratch: HouseScratch,
): readonly StayRate[] {
  const party = question.parties[partyIndex]?.party;
  if (!party) return [];
  const boards = boardsOf(house.stock, house.at);
  const plans = plansOf(house.stock, house.at);
  const rates: StayRate[] = [];
  kindsOnOffer(facts.tables, question, partyIndex, scratch.free)
    .slice(0, KINDS_SHOWN_MAX)
    .forEach((offered, index) => {
      const room = stayRoomOf(house, offered.kind);
      for (const board of boards.slice(0, index === 0 ? BOARDS_SHOWN.cheapest : BOARDS_SHOWN.other)) {
        for (const plan of plans)
          rates.push(writeRate(facts, house, { question, party, offered, room, board, plan }, scratch));
      }
    });
  return rates.sort((a, b) => a.total.value - b.total.value);
}

/** The first of `listRates` of every party, in numbers; undefined where one has none. */
export function cheapestSums(
  { tables, levies }: Pick<RateFacts, 'tables' | 'levies'>,
  house: House,
  question: StayQuestion,
  scratch: HouseScratch,
): readonly RateSum[] | undefined {
  const { stock, at } = house;
  const [[board], [plan]] = [boardsOf(stock, at), plansOf(stock, at)];
  if (!board || !plan) return undefined;
  const { currency } = stock.filing;
  const { paymentType } = plan;
  cheapestKinds(tables, question, scratch, CHEAPEST_KINDS);
  const sums: RateSum[] = [];
  for (let index = 0; index < question.parties.length; index += 1) {
    const of = question.parties[index];
    const kind = tables.rooms[CHEAPEST_KINDS[index] ?? -1];
    if (!of || !kind) return undefined;
    const total = priceNights(
      house,
      { question, party: of.party, factor: of.factors[kind.index] ?? 0, board, plan },
      scratch,
    );
    const nights = { party: of.party, nights: question.nights, gross: scratch.gross };
    const taxesBeside = sumExcluded(
      levies,
      nights,
      levies.excluded.length === 0 ? 0 : taxNights(levies, nights, scratch.taxed),
    );
    sums.push({
      room: kind.kind,
      roomsLeft: Math.min(ROOMS_SHOWN_MAX, scratch.free[kind.index] ?? 0),
      paymentType,
      currency,
      total,
      taxesBeside,
    });
  }
  return sums;
}
/** Scratch: as many rooms as can be asked for at once. */
const CHEAPEST_KINDS = new Int32Array(8);

/** What makes one rate of a house. */
export interface RateChoice {
  readonly question: Pick<StayQuestion, 'day' | 'nights'>;
  readonly party: RoomParty;
  readonly offered: KindOnOffer;
  readonly room: StayRoom;
  readonly board: BoardType;
  readonly plan: RatePlan;
}
type PricedChoice = Pick<RateChoice, 'party' | 'board' | 'plan'> & {
  readonly question: Pick<StayQuestion, 'nights'>;
  readonly factor: number;
};

/** Fills in what each night costs, minor units, and answers their sum. */
function priceNights(
  { stock, at }: House,
  { question: { nights }, party, factor, board, plan }: PricedChoice,
  { nights: { usd }, gross }: HouseScratch,
): number {
  const boardUsd = breakfastUsd(stock, at) * BOARD_BREAKFASTS[board] * mealsOf(party);
  let total = 0;
  for (let night = 0; night < nights; night += 1) {
    const price = nightMinor(stock, (usd[night] ?? 0) * factor, boardUsd, plan.factor);
    gross[night] = price;
    total += price;
  }
  return total;
}

/** One rate of the house last looked at. */
export function writeRate(
  { levies, arrival }: RateFacts,
  house: House,
  choice: RateChoice,
  scratch: HouseScratch,
): HouseRate {
  const { stock, at } = house;
  const { party, offered, board, plan, question } = choice;
  const { nights } = question;
  const { currency, step } = stock.filing;
  const total = priceNights(house, { question, party, factor: offered.factor, board, plan }, scratch);
  const priced = { party, nights, gross: scratch.gross };
  const netTotal = taxNights(levies, priced, scratch.taxed);
  const cancellation = scheduleOf(
    stock,
    at,
    plan.code,
    { total, firstNight: scratch.gross[0] ?? total, step, currency },
    arrival,
  );
  const first = cancellation[0];
  return new HouseRate(choice, hotelIdOf(house), {
    total: money(total, currency),
    nets: Array.from({ length: nights }, (_, night) => scratch.taxed.net[night] ?? 0),
    taxes: writeTaxes(levies, scratch.taxed.sums, sumExcluded(levies, priced, netTotal), currency),
    isRefundable: !(first !== undefined && first.from <= arrival.now && first.penalty.value >= total),
    cancellation,
  });
}

interface PricedRate extends Pick<StayRate, 'total' | 'taxes' | 'isRefundable' | 'cancellation'> {
  readonly nets: readonly number[];
}

/**
 * A rate that writes its nights and its key when they are read: lists show hundreds of rates and no nights. A copy made
 * by spreading lacks them (travel/plain-stay.ts copies).
 */
export class HouseRate implements StayRate {
  readonly room: StayRoom;
  readonly party: RoomParty;
  readonly boardType: BoardType;
  readonly planName: string;
  readonly paymentType: PaymentType;
  readonly total: Money;
  readonly taxes: readonly StayTax[];
  readonly isRefundable: boolean;
  readonly cancellation: CancellationSchedule;
  readonly roomsLeft: number;
  readonly #choice: RateChoice;
  readonly #hotelId: string;
  readonly #nets: readonly number[];

  constructor(choice: RateChoice, hotelId: string, { total, nets, taxes, isRefundable, cancellation }: PricedRate) {
    const { room, party, board, plan, offered } = choice;
    this.room = room;
    this.party = party;
    this.boardType = board;
    this.planName = plan.name;
    this.paymentType = plan.paymentType;
    this.total = total;
    this.taxes = taxes;
    this.isRefundable = isRefundable;
    this.cancellation = cancellation;
    this.roomsLeft = Math.min(ROOMS_SHOWN_MAX, offered.free);
    this.#choice = choice;
    this.#hotelId = hotelId;
    this.#nets = nets;
  }

  get rateKey(): string {
    const {
      question: { day, nights },
      offered,
      board,
      plan,
      party,
    } = this.#choice;
    return writeRateKey({
      hotelId: this.#hotelId,
      day,
      nights,
      kind: offered.kind.kind,
      board,
      plan: plan.code,
      party,
    });
  }

  get nights(): StayRate['nights'] {
    const { day } = this.#choice.question;
    return this.#nets.map((net, night) => ({
      date: epochDayToIsoDate(day + night),
      amount: money(net, this.total.currency),
    }));
  }
}
