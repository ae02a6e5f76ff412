import { type AmountWriter, quote } from '../../offers/answers/write-json.ts';
import { freeUntil } from '../../travel/cancellation.ts';
import { decimalPlaces } from '../../travel/money.ts';
import type { BoardType, RoomParty } from '../../travel/stay.ts';
import type { RateMatches } from '../model/match-preferences.ts';
import type { ShownRate } from '../model/stay-search.ts';

/** What all rates of an answer are written with. */
export class RateWriter {
  readonly #amounts: AmountWriter;
  readonly #now: Date;
  /** `RO` to `"board_name":…,"board_type":…`. */
  readonly #boards: Readonly<Record<BoardType, string>>;
  readonly #currency: string;
  /** Taxes of a page have few names, origin currencies are fewer. */
  readonly #taxHeads = new Map<string, string>();
  readonly #origins = new Map<string, { readonly end: string; readonly rate: string }>();
  /** Rates of a page end and become dearer at few instants. */
  readonly #instants = new Map<number, string>();
  readonly #plans = new Map<string, string>();

  constructor(amounts: AmountWriter, boards: Readonly<Record<BoardType, string>>, now: Date) {
    this.#amounts = amounts;
    this.#now = now;
    this.#boards = boards;
    this.#currency = `"currency":"${amounts.currency}"`;
  }

  /** A rate with its token. `occupancyJson` is that of its party. */
  write(
    { rate, total, dueNow, dueAtProperty, matches }: ShownRate,
    token: string,
    occupancyJson: string,
    expiryJson: string,
  ): string {
    const origin = this.#origin(rate.total.currency);
    const free = rate.isRefundable ? freeUntil(rate.cancellation, this.#now) : undefined;
    return (
      `{"offer_id":"${token}",${this.#plan(rate.boardType, rate.planName)},${this.#currency},${this.#plain('total_amount', total)}` +
      `,"origin_total_amount":{"value":${rate.total.value}${origin.end}${origin.rate}` +
      `,"is_refundable":${rate.isRefundable},"free_cancellation_until":${free === undefined ? 'null' : this.#instant(free)}` +
      `,"payment_types":["${rate.paymentType}"],"due_now":${this.#amounts.write(dueNow)},"due_at_property":${this.#amounts.write(dueAtProperty)}` +
      `,"rooms_left":${rate.roomsLeft},${occupancyJson},"cancellation_schedule":[${this.#schedule(rate)}],"taxes_breakdown":[${this.#taxes(rate)}]` +
      `,"semantic_matches":${matchesJson(matches)}${expiryJson}}`
    );
  }

  /** A plain major-unit number and its exact twin. */
  #plain(name: string, value: number): string {
    return `"${name}":${this.#amounts.writeMajor(value)},"${name}_money":${this.#amounts.write(value)}`;
  }

  #origin(currency: string): { readonly end: string; readonly rate: string } {
    const known = this.#origins.get(currency);
    if (known !== undefined) return known;
    const written = {
      end: `,"currency":"${currency}","decimal_places":${decimalPlaces(currency)}}`,
      rate: `,"conversion_rate":${this.#amounts.rate(currency)}`,
    };
    this.#origins.set(currency, written);
    return written;
  }

  #plan(board: BoardType, planName: string): string {
    const known = this.#plans.get(board + planName);
    if (known !== undefined) return known;
    const written = `"board_name":${quote(this.#boards[board])},"board_type":"${board}","plan_name":${quote(planName)}`;
    this.#plans.set(board + planName, written);
    return written;
  }

  #schedule({ cancellation }: ShownRate['rate']): string {
    let text = '';
    for (const { from, penalty, basis } of cancellation) {
      const amount = this.#plain('amount', this.#amounts.convertMinor(penalty.value, penalty.currency));
      text += `${text === '' ? '' : ','}{"cancel_time":${this.#instant(from)},${amount},${this.#currency},"type":"${basis}"}`;
    }
    return text;
  }

  #taxes({ taxes }: ShownRate['rate']): string {
    let text = '';
    for (const { description, amount, isIncluded } of taxes) {
      const shown = this.#plain('amount', this.#amounts.convertMinor(amount.value, amount.currency));
      text += `${text === '' ? '' : ','}${this.#taxHead(description)}${shown},${this.#currency},"included":${isIncluded}}`;
    }
    return text;
  }

  #taxHead(description: string): string {
    const known = this.#taxHeads.get(description);
    if (known !== undefined) return known;
    const written = `{"description":${quote(description)},`;
    this.#taxHeads.set(description, written);
    return written;
  }

  #instant(instant: Date): string {
    const time = instant.getTime();
    const known = this.#instants.get(time);
    if (known !== undefined) return known;
    const written = `"${instant.toISOString()}"`;
    this.#instants.set(time, written);
    return written;
  }
}

/** Who a rate is for, and which of the wanted rooms that fits. */
export function writeOccupancy({ adults, childrenAges }: RoomParty, indexes: readonly number[]): string {
  return `"occupancy":{"adults":${adults},"children_ages":[${childrenAges.join()}]},"occupancy_indexes":[${indexes.join()}]`;
}

function matchesJson({ boardType, priceMax, refundable }: RateMatches): string {
  return `{"board_type":${boardType ?? 'null'},"max_price":${priceMax ?? 'null'},"refundable":${refundable ?? 'null'}}`;
}
