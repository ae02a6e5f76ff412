import { drawName, nameTokens, type TokensBySuffix } from './handles/handles.ts';
import { countWhole, type PageWindow, withoutPageTokens } from './model/page-window.ts';
import { arrange } from './model/preferences.ts';
import { answerTokensMax } from './model/tokens.ts';
import type { ToolTexts } from './model/tool-texts.ts';
import type { UnknownField } from './model/unknown.ts';
import { ignoredNote } from './present-failure.ts';
import { shortenAnswer } from './shorten-answer.ts';
import type { PersonPage, ToolAnswer } from './tool-answer.ts';
import type { Tool } from './tools.ts';
import { nextStepAfter } from './views/next-steps.ts';

type Values = Readonly<Record<string, unknown>>;

/** How an answer is wanted, and what is to be notified of how it came about. */
export interface AnswerView {
  readonly isFull: boolean;
  readonly skip: number;
  /** The signed quote is wanted, too. */
  readonly isSigned: boolean;
  /** The part of the result that the operation was asked for, where it was narrowed to what can be shown. */
  readonly page: PageWindow | undefined;
  readonly coerced: readonly string[];
  /** Arguments that named places, with the codes that were taken for them. */
  readonly names: readonly string[];
  /** Arguments that no part of the tool names. */
  readonly ignored: readonly UnknownField[];
  readonly isReplayed: boolean;
  /** The arguments that reached the operation, and what the person wants in words. */
  readonly args: Values;
  readonly intent: string;
  /** The day it is for the organization. */
  readonly today: string;
  /** Sealed tokens become handles, which must then be stored. */
  readonly isNamed: boolean;
  readonly texts: ToolTexts;
}
/** An answer, and what the handles in it stand for; undefined where it has none. */
export interface PresentedAnswer extends ToolAnswer {
  readonly handles: { readonly name: string; readonly tokens: TokensBySuffix } | undefined;
}

/** Room for the notes around the data. */
const noteTokensMax = 1_500;
/** Tags whose answers say what day it is: those that are asked about days to come. */
const ABOUT_DAYS: ReadonlySet<string> = new Set(['Search']);

/** An operation's answer, short enough for its reader: notes where there are any, then the data as JSON. */
export function presentAnswer(tool: Tool, answer: Values, view: AnswerView): PresentedAnswer {
  const page = view.page?.isByToken ? undefined : view.page;
  const isReading = tool.definition.annotations.readOnlyHint;
  const { name } = tool.definition;
  const { value: body, noteOn, innerLeast } = arrange(name, page ? withoutPageTokens(answer) : answer, view);
  const isFull = isReading && view.isFull;
  const { value, shown, notShown } = shortenAnswer(tool, body, {
    isFull,
    skip: isReading ? view.skip : 0,
    whole: page && countWhole(answer, page),
    innerLeast,
    tokensMax: answerTokensMax - noteTokensMax,
    isNamed: view.isNamed && !isFull,
    readWith: isReading ? undefined : readWithOf(body),
  });
  const matchNote = noteOn(shown);
  const next = nextStepAfter(name, answer);
  const handles = isFull || !view.isNamed ? undefined : nameIn(value);
  const data = {
    ...(handles?.value ?? value),
    ...(view.isSigned ? { quote_jws: answer['quote_jws'] } : {}),
    ...(matchNote === undefined ? {} : { match_note: matchNote }),
    ...(notShown.length > 0 ? { not_shown: notShown } : {}),
    ...(view.isReplayed ? { replayed: true } : {}),
    ...(ABOUT_DAYS.has(tool.route.tag) ? { today: view.today } : {}),
    ...(next === undefined ? {} : { next }),
  };
  return {
    content: [...notes(view), view.texts(JSON.stringify(data))].map((text) => ({ type: 'text', text })),
    data,
    isError: false,
    page: pageOf(body),
    handles,
  };
}

/** The answer with handles for its tokens; undefined where it has none. */
function nameIn(value: Values) {
  const name = drawName(value);
  const { value: named, tokens } = nameTokens(value, name);
  return Object.keys(tokens).length === 0 ? undefined : { value: named, name, tokens };
}

/** The page that comes next, where the answer names one. */
function pageOf({ checkout_url: payment, approval_url: approval }: Values): PersonPage | undefined {
  if (typeof payment === 'string') return { url: payment, message: 'Open this page to see the price and pay.' };
  return typeof approval === 'string'
    ? { url: approval, message: 'Open this page, as an owner, to see what the agent asks for and decide.' }
    : undefined;
}

/** How what a write answered is read again: the write itself must not be repeated for it. */
function readWithOf(body: Values): string {
  const reader =
    typeof body['trip_id'] === 'string'
      ? ': read the trip with get_trip'
      : typeof body['booking_ref'] === 'string'
        ? ': read it with get_booking'
        : '';
  return `Do not repeat this call, it has been done${reader}.`;
}

/** How the call was read, where that is not as it was sent. */
function notes(view: AnswerView): readonly string[] {
  return [
    ...(view.coerced.length === 0 ? [] : [`Read in another form than sent: ${view.coerced.join(', ')}.`]),
    ...(view.names.length === 0 ? [] : [`Names of places were read as codes: ${view.names.join('; ')}.`]),
    ...ignoredNote(view.ignored),
    ...(view.isReplayed ? ['This is the answer of an earlier call with the same key; nothing was done again.'] : []),
  ];
}
