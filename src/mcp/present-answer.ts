import { type CompactRule, compactRuleOf } from './model/compact-rules.ts';
import { type Compacted, compact, type NotShown } from './model/compact.ts';
import { longestAt } from './model/cut-lists.ts';
import { formOf } from './model/example.ts';
import { isObject } from './model/json-schema.ts';
import { nextStepOf } from './model/next-step.ts';
import { countWhole, type PageWindow, withoutPageTokens } from './model/page-window.ts';
import { answerTokensMax, estimateTokens } from './model/tokens.ts';
import type { ToolTexts } from './model/tool-texts.ts';
import type { ReadArguments } from './read-arguments.ts';
import type { UnknownField } from './model/unknown.ts';
import { arrange } from './model/preferences.ts';
import type { Tool } from './tools.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a tool answers: texts, of which the last is the data as JSON. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  /** The data of the last text, for what is made of it here. */
  readonly data: Values;
  readonly isError: boolean;
  /** Where a person pays, when that is what comes next. */
  readonly checkoutUrl: string | undefined;
}

/** How an answer is wanted, and what is to be notified of how it came about. */
export interface AnswerView {
  readonly isFull: boolean;
  readonly skip: number;
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
}

/** Room for the notes around the data. */
const noteTokensMax = 1_500;
const listedFieldsMax = 10;

/** An operation's answer, short enough for its reader: notes, then the data as JSON. */
export function presentAnswer(tool: Tool, answer: Values, view: AnswerView): ToolAnswer {
  const page = view.page?.isByToken ? undefined : view.page;
  const whole = page && countWhole(answer, page);
  const {
    value: body,
    noteOn,
    innerLeast,
  } = arrange(tool.definition.name, page ? withoutPageTokens(answer) : answer, view);
  const rule = widened(compactRuleOf(tool.definition.name), innerLeast ?? {});
  const tokensMax = answerTokensMax - noteTokensMax;
  const isReading = tool.definition.annotations.readOnlyHint;
  const [isFull, skip] = isReading ? [view.isFull, view.skip] : [false, 0];
  // What is short already is left whole, unless the agent pages.
  const isWhole = skip === 0 && (whole === undefined || whole <= longestAt(body, rule.list?.path.split('.') ?? []));
  const isShort = isWhole && estimateTokens(JSON.stringify(body)) <= tokensMax / 8;
  const readWith = isReading ? undefined : readWithOf(body);
  const { value, notShown }: Compacted = isShort
    ? { value: body, notShown: [] }
    : compact(body, rule, { isFull, skip, whole, tokensMax: tokensMax - noteTokensMax, readWith });
  const checkoutUrl = urlOf(body);
  const matchNote = noteOn(value);
  const data = {
    ...value,
    ...(matchNote === undefined ? {} : { match_note: matchNote }),
    ...(notShown.length > 0 ? { not_shown: notShown } : {}),
    ...(view.isReplayed ? { replayed: true } : {}),
  };
  return {
    content: [
      ...notes(checkoutUrl, notShown, view),
      ...(matchNote === undefined ? [] : [matchNote]),
      JSON.stringify(data),
    ].map(asContent),
    data,
    isError: false,
    checkoutUrl,
  };
}

/** The rule with room for so many entries of its inner lists at least. */
function widened(rule: CompactRule, least: Readonly<Record<string, number>>): CompactRule {
  const { inner } = rule;
  return inner
    ? {
        ...rule,
        inner: Object.fromEntries(
          Object.entries(inner).map(([path, count]) => [path, Math.max(count, least[path] ?? 0)]),
        ),
      }
    : rule;
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

/**
 * A refusal of the operation as the agent should read it: our code, what is wrong where in which form it is right,
 * which arguments nobody knows, what to do next.
 */
export function presentFailure(
  tool: Tool,
  answer: {
    readonly status: number;
    readonly body: Values;
    readonly retryAfter: unknown;
    readonly ignored: readonly UnknownField[];
  },
  { publicUrl, texts }: { readonly publicUrl: string; readonly texts: ToolTexts },
): ToolAnswer {
  const { error, fields, ...keys } = answer.body;
  const envelope = isObject(error)
    ? { ...error, message: texts(String(error['message'])) }
    : { code: 'INTERNAL', message: 'Something went wrong on our side.', doc_url: `${publicUrl}/docs/errors#INTERNAL` };
  const reported = Array.isArray(fields)
    ? fields
        .filter(isObject)
        .slice(0, listedFieldsMax)
        .map((field) =>
          withForm(tool, { ...field, ...argumentOf(field), problem: texts(String(field['problem'])) }, texts),
        )
    : undefined;
  const retryAfter = Number(answer.retryAfter);
  return failure(
    {
      error: envelope,
      ...(reported ? { fields: reported } : {}),
      ...keys,
      ...(retryAfter > 0 ? { retry_after_seconds: retryAfter } : {}),
    },
    answer.ignored,
  );
}

/** Tools take the header as an argument. */
function argumentOf({ path }: Values): { readonly path?: string } {
  return path === 'Idempotency-Key' ? { path: 'idempotency_key' } : {};
}

/** Without its path parameters there is nothing to ask; of the tool's own arguments nothing is guessed. */
export function presentUnreadable(
  publicUrl: string,
  tool: Tool,
  read: Pick<ReadArguments, 'missing' | 'wrong' | 'ignored'>,
): ToolAnswer {
  const found = [
    ...read.missing.map((path) => ({ path, problem: 'is required' })),
    ...read.wrong.map((path) => ({ path, problem: 'has another form than this argument takes' })),
  ];
  const message = found
    .slice(0, 1)
    .map(({ path, problem }) => `${path}: ${problem}`)
    .join('');
  return failure(
    { error: envelopeOf(publicUrl, message), fields: found.map((field) => withForm(tool, field)) },
    read.ignored,
  );
}

/** Card data has no place in a conversation: it is neither passed on nor written anywhere. */
export function presentCardRefusal(publicUrl: string, path: string): ToolAnswer {
  const message =
    'This looks like a payment card number. Card data is never accepted here and has not been kept: a person pays at checkout_url, or the trip is paid with a shared payment token (submit_agent_payment).';
  return failure({ error: envelopeOf(publicUrl, message), fields: [{ path, problem: 'must not hold a card number' }] });
}

function envelopeOf(publicUrl: string, message: string) {
  return { code: 'BAD_REQUEST', message, doc_url: `${publicUrl}/docs/errors#BAD_REQUEST` };
}

function failure(data: Values & { readonly error: Values }, ignored: readonly UnknownField[] = []): ToolAnswer {
  const { code, message } = data.error;
  const reported = data['fields'] ?? data['missing'];
  const fields = Array.isArray(reported) ? reported.filter(isObject).slice(0, listedFieldsMax) : [];
  const lines = fields.map((field) => {
    const form =
      field['expected'] === undefined
        ? ''
        : ` (expected: ${String(field['expected'])}; for example ${JSON.stringify(field['example'])})`;
    return `- ${String(field['path'])}: ${String(field['problem'])}${form}`;
  });
  const text = [
    `${String(code)}: ${String(message)}`,
    ...lines,
    ...ignoredNote(ignored),
    `Next: ${nextStepOf(String(code))}`,
  ].join('\n');
  return {
    content: [text, JSON.stringify(data)].map(asContent),
    data,
    isError: true,
    checkoutUrl: undefined,
  };
}

function withForm(tool: Tool, field: Values, texts: ToolTexts = (text) => text): Values {
  const { path } = field;
  const form = typeof path === 'string' ? formOf(tool.definition.inputSchema, path, tool.route.example) : undefined;
  return form ? { ...field, expected: texts(form.expected), example: likeliestOf(field) ?? form.example } : field;
}

/** What the refusal itself says was meant: a better example than any. */
function likeliestOf({ suggested_value: value, candidates }: Values): unknown {
  const first: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
  return value ?? (isObject(first) ? first['value'] : undefined);
}

function notes(checkoutUrl: string | undefined, notShown: readonly NotShown[], view: AnswerView): readonly string[] {
  // Names of fields stand in not_shown; in the sentence they would only be read twice.
  const left = notShown
    .map(({ what: name, ...rest }) => ({
      what: name.startsWith('fields: ') ? 'some fields (named in not_shown)' : name,
      ...rest,
    }))
    .map(
      ({ what, shown, of, how_to_get_it: how }) =>
        `- ${what}${shown === undefined ? '' : `: ${shown} of ${of} shown`}. ${how}`,
    );
  return [
    ...(checkoutUrl === undefined
      ? []
      : [
          `To pay, a person opens this link: ${checkoutUrl}\nNever ask for card details; read the outcome with trip_status.`,
        ]),
    ...(left.length === 0 ? [] : [`Not everything is shown:\n${left.join('\n')}`]),
    ...(view.coerced.length === 0 ? [] : [`Read in another form than sent: ${view.coerced.join(', ')}.`]),
    ...(view.names.length === 0 ? [] : [`Names of places were read as codes: ${view.names.join('; ')}.`]),
    ...ignoredNote(view.ignored),
    ...(view.isReplayed ? ['This is the answer of an earlier call with the same key; nothing was done again.'] : []),
  ];
}

/** Often a misspelt name: the field it was meant for is then missing or at its default. */
function ignoredNote(ignored: readonly UnknownField[]): readonly string[] {
  if (ignored.length === 0) return [];
  const meant = ignored.flatMap((field) => (field.meant === undefined ? [] : [`${field.meant} (for ${field.path})`]));
  return [
    `Ignored, for this tool has no such argument: ${ignored.map(({ path }) => path).join(', ')}.${meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`}`,
  ];
}

function urlOf({ checkout_url: url }: Values): string | undefined {
  return typeof url === 'string' ? url : undefined;
}

function asContent(text: string) {
  return { type: 'text', text } as const;
}
