import { formOf } from './model/example.ts';
import type { SentHandle } from './handles/handles.ts';
import { nextStepOf } from './model/next-step.ts';
import type { ToolTexts } from './model/tool-texts.ts';
import type { UnknownField } from './model/unknown.ts';
import type { ReadArguments } from './read-arguments.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { Tool } from './tools.ts';
import { isObject } from '../platform/text/json-object.ts';

type Values = Readonly<Record<string, unknown>>;

const listedFieldsMax = 10;
/** A wrong date is often one of another year: the refusal says what day it is. */
const DATE_FIELD = /date|check_?in|check_?out|stay|night/;

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
  { publicUrl, texts, today }: { readonly publicUrl: string; readonly texts: ToolTexts; readonly today: string },
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
  const isOfDays = reported?.some((field) => DATE_FIELD.test(String(field['path'])));
  const retryAfter = Number(answer.retryAfter);
  return failure(
    {
      error: envelope,
      ...(reported ? { fields: reported } : {}),
      ...keys,
      ...(retryAfter > 0 ? { retry_after_seconds: retryAfter } : {}),
      ...(isOfDays === true ? { today } : {}),
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

/** Handles that stand for nothing this credential was answered in the last hours: ended, another's, or invented. */
export function presentUnknownHandles(publicUrl: string, handles: readonly SentHandle[]): ToolAnswer {
  const [first] = handles;
  const message = `${first?.name ?? ''}-${first?.suffix ?? ''} stands for no offer at hand: it has ended, or this credential was never answered it. Search again and copy a handle of the new answer.`;
  const fields = handles.map(({ path }) => ({ path, problem: 'is a handle of no offer at hand' }));
  return failure({ error: envelopeOf(publicUrl, message, 'OFFER_EXPIRED'), fields });
}

/** Card data has no place in a conversation: it is neither passed on nor written anywhere. */
export function presentCardRefusal(publicUrl: string, path: string): ToolAnswer {
  const message =
    'This looks like a payment card number. Card data is never accepted here and has not been kept: a person pays at checkout_url, or the trip is paid with a shared payment token (submit_agent_payment).';
  return failure({ error: envelopeOf(publicUrl, message), fields: [{ path, problem: 'must not hold a card number' }] });
}

function envelopeOf(publicUrl: string, message: string, code = 'BAD_REQUEST') {
  return { code, message, doc_url: `${publicUrl}/docs/errors#${code}` };
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
    page: undefined,
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

/** Often a misspelt name: the field it was meant for is then missing or at its default. */
export function ignoredNote(ignored: readonly UnknownField[]): readonly string[] {
  if (ignored.length === 0) return [];
  const meant = ignored.flatMap((field) => (field.meant === undefined ? [] : [`${field.meant} (for ${field.path})`]));
  return [
    `Ignored, for this tool has no such argument: ${ignored.map(({ path }) => path).join(', ')}.${meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`}`,
  ];
}

function asContent(text: string) {
  return { type: 'text', text } as const;
}
