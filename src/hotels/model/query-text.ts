import type { BoardType } from '../../travel/stay.ts';
import { findCeiling, type Ceiling } from './price-ceiling.ts';

/**
 * `refundable`: something comes back; `free_cancellation`: everything, for some time yet; `non_refundable`: asked for
 * as such.
 */
export type RefundPreference = 'refundable' | 'free_cancellation' | 'non_refundable';

/** What a query text asks for, and the text that is left: a place or a hotel's name. */
export interface ParsedQuery {
  readonly boards: readonly BoardType[] | undefined;
  readonly ceiling: Ceiling | undefined;
  readonly refund: RefundPreference | undefined;
  /** Empty where the text names no stars. */
  readonly starRatings: readonly number[];
  /** As typed, without what was found. */
  readonly rest: string;
  /** The rest without the fillers around it, such as `hotel in`. */
  readonly core: string;
}
/** The part of a parsed query that rates are judged by. */
export type Preferences = Pick<ParsedQuery, 'boards' | 'ceiling' | 'refund'>;

/** What a search without a text is parsed to. */
export const EMPTY_QUERY: ParsedQuery = {
  boards: undefined,
  ceiling: undefined,
  refund: undefined,
  starRatings: [],
  rest: '',
  core: '',
};

/** A text being read: found pieces leave a space, so that words on both sides stay apart. */
interface Reading {
  text: string;
}

/**
 * Reads a query text in English, French, German or Spanish. The order matters: `without breakfast` before `breakfast`,
 * `non refundable` before `refundable`, boards before prices (`under 90 all inclusive` names no currency ALL). The
 * guide, docs/guides/hotels.md, lists what is understood.
 */
export function parseQuery(text: string): ParsedQuery {
  const reading: Reading = {
    text: text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').replace(/[’`´]/g, "'").replace(/\s+/g, ' '),
  };
  const boards = findFirst(reading, BOARDS);
  const refund = findFirst(reading, REFUNDS);
  const starRatings = findStars(reading);
  const found = findCeiling(reading.text);
  const tokens = (found?.rest ?? reading.text)
    .split(' ')
    .map(trimPunctuation)
    .filter((token) => token !== '');
  return {
    boards,
    ceiling: found?.ceiling,
    refund,
    starRatings,
    rest: tokens.join(' '),
    core: trimFillers(tokens).join(' '),
  };
}

/** Breakfast is part of every fuller board; who asks for half board is glad of full board. */
const WITH_BREAKFAST: readonly BoardType[] = ['BI', 'BB', 'HB', 'FB', 'AI'];
const HALF_OR_MORE: readonly BoardType[] = ['HB', 'FB', 'AI'];
const FULL_OR_MORE: readonly BoardType[] = ['FB', 'AI'];
const ALL_INCLUSIVE: readonly BoardType[] = ['AI'];
const ROOM_ONLY: readonly BoardType[] = ['RO'];

/** Codes count in capitals alone: `ai` and `bi` are words. */
const BOARDS: readonly (readonly [RegExp, readonly BoardType[]])[] = [
  [
    /\b(?:room[- ]only|(?:without|no) (?:breakfast|meals?)|breakfast (?:is )?(?:not (?:included|needed|required|necessary)|excluded)|petits?[- ]dejeuners? non (?:compris|inclus)|(?:fruhstuck|fruehstueck) nicht (?:inklusive|inbegriffen)|desayunos? no incluidos?|sans (?:petit[- ]dejeuner|repas)|ohne (?:fruhstuck|fruehstueck|verpflegung)|nur ubernachtung|solo alojamiento|sin (?:desayuno|comidas?))\b/i,
    ROOM_ONLY,
  ],
  [/\b(?:all[- ]?inclusive|tout[- ](?:compris|inclus)|alles[- ]inklusive|todo incluido)\b/i, ALL_INCLUSIVE],
  [/\b(?:full[- ]board|pension complete|vollpension|pension completa)\b/i, FULL_OR_MORE],
  [/\b(?:half[- ]board|demi[- ]pension|halbpension|media pension)\b/i, HALF_OR_MORE],
  [
    /(?<![\w&])(?:(?:free |buffet )?breakfast(?: (?:is )?included| inclusive)?|bed (?:and|&) breakfast|b ?& ?b|petits?[- ]dejeuners?(?: (?:compris|inclus|offert))?|(?:fruhstuck|fruehstueck)(?:sbuffet)?(?: (?:inklusive|inbegriffen))?|desayunos?(?: (?:incluido|gratis))?)(?![\w&])/i,
    WITH_BREAKFAST,
  ],
  [/\bAI\b/, ALL_INCLUSIVE],
  [/\bFB\b/, FULL_OR_MORE],
  [/\bHB\b/, HALF_OR_MORE],
  [/\b(?:BB|BI)\b/, WITH_BREAKFAST],
  [/\bRO\b/, ROOM_ONLY],
];

const REFUNDS: readonly (readonly [RegExp, RefundPreference])[] = [
  [
    /\b(?:non?[- ]?refundable|not refundable|no (?:refunds?|(?:free )?cancellation)|without (?:refunds?|(?:free )?cancellation)|sans (?:remboursement|annulation)|(?:ohne|keine) (?:erstattung|stornierung)|sin (?:reembolso|cancelacion)|non[- ]remboursables?|nicht (?:stornierbar|erstattbar|erstattungsfahig)|no reembolsables?)\b/i,
    'non_refundable',
  ],
  [
    /\b(?:free(?: to)? cancel(?:l?ation)?|cancel for free|annulation (?:gratuite|sans frais)|kostenlose?r? (?:stornierung|storno)|kostenlos stornierbar|gratis stornierbar|cancelacion (?:gratis|gratuita))\b/i,
    'free_cancellation',
  ],
  [
    /\b(?:(?:fully |100 ?% )?refundable|cancell?able|remboursables?|annulables?|erstattbar|erstattungsfahig|stornierbar|reembolsables?|cancelables?)\b/i,
    'refundable',
  ],
];

function findFirst<T>(reading: Reading, patterns: readonly (readonly [RegExp, T])[]): T | undefined {
  for (const [pattern, meaning] of patterns) {
    if (!pattern.test(reading.text)) continue;
    reading.text = reading.text.replace(pattern, ' ');
    return meaning;
  }
  return undefined;
}

const STAR = '(?:\\*|[- ]?(?:stars?|etoiles?|sterne?|estrellas?)\\b)(?: ?(?:hotels?|hoteles?))?';
const NUMBER = '([1-5]|one|two|three|four|five|deux|trois|quatre|cinq|zwei|drei|vier|funf|dos|tres|cuatro|cinco)';
const AT_LEAST = '(?:at least|min(?:imum|\\.)?|au moins|mindestens|al menos|como minimo) ';
const OR_MORE = ' ?(?:\\+|and (?:up|above|more)|or (?:more|better|above)|ou plus|oder mehr|o mas)';
const STARS_OR_MORE = [
  new RegExp(`(?<!\\w)${AT_LEAST}${NUMBER}${STAR}`, 'i'),
  new RegExp(`(?<![\\w.,])${NUMBER}${STAR}${OR_MORE}(?!\\w)`, 'i'),
  new RegExp(`(?<![\\w.,])${NUMBER} ?\\+${STAR}`, 'i'),
];
const AT_MOST =
  "(?:at most|up to|no more than|not more than|max(?:imum|\\.)?|au plus|jusqu'a|pas plus de|hochstens|maximal|bis(?: zu)?|como mucho|hasta|maximo|no mas de) ";
const OR_LESS =
  ' ?(?:or (?:less|fewer|lower|below|under)|and (?:below|under)|max(?:imum|\\.)?|at most|ou moins|oder weniger|o menos)';
const STARS_OR_LESS = [
  new RegExp(`(?<!\\w)${AT_MOST}${NUMBER}${STAR}`, 'i'),
  new RegExp(`(?<![\\w.,])${NUMBER}${STAR}${OR_LESS}(?!\\w)`, 'i'),
];
const STARS_BETWEEN = new RegExp(
  `(?<![\\w.,])${NUMBER} ?(?:-|to|a|bis|or|ou|oder|o|and|et|und|y) ?${NUMBER}${STAR}`,
  'i',
);
const STARS = new RegExp(`(?<![\\w.,])${NUMBER}${STAR}`, 'i');
const VALUE_OF: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  deux: 2,
  zwei: 2,
  dos: 2,
  three: 3,
  trois: 3,
  drei: 3,
  tres: 3,
  four: 4,
  quatre: 4,
  vier: 4,
  cuatro: 4,
  five: 5,
  cinq: 5,
  funf: 5,
  cinco: 5,
};

function findStars(reading: Reading): readonly number[] {
  for (const pattern of STARS_OR_MORE) {
    const [least] = takeStars(reading, pattern);
    if (least !== undefined) return range(least, 5);
  }
  const [from, to] = takeStars(reading, STARS_BETWEEN);
  if (from !== undefined && to !== undefined) return range(Math.min(from, to), Math.max(from, to));
  for (const pattern of STARS_OR_LESS) {
    const [most] = takeStars(reading, pattern);
    if (most !== undefined) return range(1, most);
  }
  return takeStars(reading, STARS);
}

function takeStars(reading: Reading, pattern: RegExp): readonly number[] {
  const found = pattern.exec(reading.text);
  if (found === null) return [];
  reading.text = `${reading.text.slice(0, found.index)} ${reading.text.slice(found.index + found[0].length)}`;
  return found.slice(1).flatMap((token) => VALUE_OF[token?.toLowerCase() ?? ''] ?? Number(token));
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Words that stand around places and names and mean nothing by themselves. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the in at to of for with and or by on under from near me my we i please want need find show book looking hotel hotels room rooms place places stay stays somewhere including incl included only rate rates ' +
    'un une des du de la le les a dans avec et pour pres chez chambre chambres je cherche hotels ein eine einen in mit und unter fur bei nahe zimmer suche ich der die das el los las una en con y por para cerca habitacion habitaciones busco hoteles'
  ).split(' '),
);

/** Fillers at both ends go; those inside (`Isle of Man`) stay. */
function trimFillers(tokens: readonly string[]): readonly string[] {
  const from = tokens.findIndex((token) => !isFiller(token));
  return from === -1 ? [] : tokens.slice(from, tokens.findLastIndex((token) => !isFiller(token)) + 1);
}

/** Whether a word means nothing by itself. */
export function isFiller(token: string): boolean {
  return FILLERS.has(token.toLowerCase());
}

function trimPunctuation(token: string): string {
  return token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, '').replace(/(?<=\p{L}{3})\.$/u, '');
}
