import { epochDayToIsoDate, isIsoDate, isoDateToEpochDay } from '../../../src/travel/dates.ts';
import { BOARD_TYPES, type BoardType, type RoomParty } from '../../../src/travel/stay.ts';
import { PLAN_CODES, type PlanCode } from '../rooms/boards-plans.ts';
import { NIGHTS_MAX } from '../prices/night-demand.ts';

/** All of a rate: its price follows from this and the day of the query. */
export interface RateContent {
  readonly hotelId: string;
  /** Day number of arrival. */
  readonly day: number;
  readonly nights: number;
  readonly kind: string;
  readonly board: BoardType;
  readonly plan: PlanCode;
  readonly party: RoomParty;
}

/** `bhlis-12~20261001~3~dbl~BB~F~2-3-9`: hotel, arrival, nights, room, board, plan, adults and children's ages. */
export function writeRateKey({ hotelId, day, nights, kind, board, plan, party }: RateContent): string {
  return `${hotelId}~${epochDayToIsoDate(day).replaceAll('-', '')}~${nights}~${kind}~${board}~${plan}~${[party.adults, ...party.childrenAges].join('-')}`;
}

const KEY =
  /^(bh[a-z0-9]{3,8}-[a-z0-9_]{1,20})~(\d{4})(\d{2})(\d{2})~(\d{1,2})~([a-z0-9]{2,5})~([A-Z]{2})~([A-Z])~(\d{1,2}(?:-\d{1,2}){0,9})$/;
const CHILD_AGE_MAX = 17;

/** The content of a key of `writeRateKey`; undefined for any other text. */
export function readRateKey(key: string): RateContent | undefined {
  const [, hotelId, year, month, date, nightsText, kind, boardText, planText, partyText] = KEY.exec(key) ?? [];
  if (hotelId === undefined || kind === undefined || partyText === undefined) return undefined;
  const arrival = `${year}-${month}-${date}`;
  const nights = Number(nightsText);
  const board = BOARD_TYPES.find((candidate) => candidate === boardText);
  const plan = PLAN_CODES.find((candidate) => candidate === planText);
  const [adults = 0, ...childrenAges] = partyText.split('-').map(Number);
  if (!board || !plan || !isIsoDate(arrival) || nights < 1 || nights > NIGHTS_MAX) return undefined;
  if (adults < 1 || childrenAges.some((age) => age > CHILD_AGE_MAX)) return undefined;
  return { hotelId, day: isoDateToEpochDay(arrival), nights, kind, board, plan, party: { adults, childrenAges } };
}
