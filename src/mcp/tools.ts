import * as z from 'zod';
import type { AnyRoute } from '../platform/http/route.ts';
import { cardMetaOf } from './cards.ts';
import { type JsonSchema, propertiesOf } from './model/json-schema.ts';
import { compactRuleOf } from './model/compact-rules.ts';
import { announceInput } from './model/announced.ts';
import { type ToolTexts, toolTexts } from './model/tool-texts.ts';
import { type ArgumentPlace, describeInput, describeOutput } from './model/tool-schema.ts';

/** One operation as an agent sees it. */
export interface Tool {
  readonly route: AnyRoute;
  readonly definition: ToolDefinition;
  /** An entry of `tools/list`: the definition without what an agent can do without. */
  readonly listed: ListedTool;
  readonly places: Readonly<Record<string, ArgumentPlace>>;
}
/** An entry of `tools/list`; a type, for the SDK takes nothing but plain records. */
type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  annotations: { readOnlyHint?: boolean; idempotentHint?: boolean; destructiveHint?: boolean; openWorldHint?: boolean };
  /** The card that a host may show the answer on. */
  _meta?: { ui: { resourceUri: string } };
};
/** The whole schema, by which arguments are read and refused. */
interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly idempotentHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Groups of operations that reach no further than this installation. */
const CLOSED_TAGS: ReadonlySet<string> = new Set(['Account', 'Sandbox', 'Meta']);

const USER_INTENT: JsonSchema = { type: 'string', description: 'What the person wants; no personal data.' };
const VIEW: Readonly<Record<string, JsonSchema>> = {
  detail: {
    type: 'string',
    enum: ['compact', 'full'],
    default: 'compact',
    description: 'full: every field of fewer entries.',
  },
  skip: { type: 'integer', minimum: 0, default: 0, description: 'Entries already seen, as not_shown says.' },
};
/** Of tools whose answer holds a signed quote, which takes more tokens than all the rest of it. */
const SIGNED: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'true: quote_jws, the signed quote, too.',
};
const IDEMPOTENCY_KEY: JsonSchema = {
  type: 'string',
  description: 'Any text; a call repeated with the same one is not done twice.',
};

/** What the instructions say of all demand, once: how it is counted. */
const TOLD_BY_INSTRUCTIONS =
  / Counted (?:from searches, trips and bookings made here|on UTC days from what is asked for here)[,;][\s\S]*?sample_size tell how much was counted\./;

/** What only who pages over HTTP has to know: a tool is paged by `skip`. */
const ABOUT_PAGES = / A page ends at max_results,[\s\S]*?it goes on\./;

/**
 * One tool for each operation of the list that says how it appears to agents: the /v1 surface. The fuller /api/v1 paths
 * are the same operations under other names and would double the list.
 */
export function listTools(operations: readonly AnyRoute[]): ReadonlyMap<string, Tool> {
  const shown = operations.filter((route) => route.tool !== undefined && route.path.startsWith('/v1/'));
  const texts = toolTexts(shown);
  return new Map(shown.map((route) => [route.operationId, describeTool(route, texts)]));
}

/** The answer to `tools/list`; a type, for the SDK takes nothing but plain records. */
export type ToolList = { tools: ListedTool[] };

/** Arguments that belong to the tool itself, not to its operation. */
export function isOwnArgument(name: string): boolean {
  return ['user_intent', 'idempotency_key', 'signed'].includes(name) || Object.hasOwn(VIEW, name);
}

function describeTool(route: AnyRoute, texts: ToolTexts): Tool {
  const { operationId, summary, tool, tag, params, query, body, status, response } = route;
  const outputSchema = { ...describeOutput(status === 204 ? undefined : response), type: 'object' } as const;
  const input = describeInput(
    { ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) },
    ownArguments(route),
  );
  const definition: ToolDefinition = {
    name: operationId,
    title: summary,
    description: texts(describeForAgents(route)),
    inputSchema: { ...withTexts(input.schema, texts), type: 'object' },
    outputSchema,
    annotations: {
      readOnlyHint: tool?.isReadOnly ?? false,
      idempotentHint: tool?.isIdempotent ?? false,
      destructiveHint: tool?.isDestructive ?? true,
      openWorldHint: !CLOSED_TAGS.has(tag),
    },
  };
  return { route, places: input.places, definition, listed: listed(definition) };
}

/** A schema whose descriptions name tools in place of paths. */
function withTexts(schema: JsonSchema, texts: ToolTexts): JsonSchema {
  const changed: JsonSchema = JSON.parse(texts(JSON.stringify(schema)));
  return changed;
}

/**
 * What an agent has to know before it calls. A GET changes nothing and needs no more than its title: what it answers is
 * seen in the answer.
 */
function describeForAgents({ method, summary, description }: AnyRoute): string {
  const title = /[.!?]$/.test(summary) ? summary : `${summary}.`;
  return description === undefined || method === 'GET' ? title : `${title} ${description}`;
}

/**
 * The title is for people; what it sums up begins the description, where models read it. Hints that say what the
 * protocol takes for granted are left out: of a tool that reads, that it destroys nothing and may be repeated. No
 * output schema: a tool that has one must answer structured content, and then its data would be read twice.
 */
function listed({ name, description, inputSchema, outputSchema, annotations: hints }: ToolDefinition): ListedTool {
  const card = cardMetaOf(name);
  return {
    name,
    title: inText(name),
    description: description.replace(TOLD_BY_INSTRUCTIONS, '').replace(ABOUT_PAGES, ''),
    inputSchema: {
      ...announceInput(inputSchema, {
        isPaged: hasLists(outputSchema),
        isPagedBySkip: compactRuleOf(name).page !== undefined,
      }),
      type: 'object',
    },
    annotations: {
      ...(hints.readOnlyHint
        ? { readOnlyHint: true }
        : { ...(hints.idempotentHint ? { idempotentHint: true } : {}), destructiveHint: hints.destructiveHint }),
      ...(hints.openWorldHint ? {} : { openWorldHint: false }),
    },
    ...(card ? { _meta: card } : {}),
  };
}

/** `flight_search`: "Flight search". */
function inText(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
}

/** Whether an answer can be long: only then is there something to page through. */
function hasLists(outputSchema: JsonSchema): boolean {
  return Object.values(propertiesOf(outputSchema)).some(({ type }) => type === 'array');
}

function ownArguments(route: AnyRoute): Readonly<Record<string, JsonSchema>> {
  return {
    ...(holdsSignedQuote(route) ? { signed: SIGNED } : {}),
    ...(route.tool?.isReadOnly ? VIEW : {}),
    ...(takesKey(route) ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
    user_intent: USER_INTENT,
  };
}

function holdsSignedQuote({ response }: AnyRoute): boolean {
  return response instanceof z.ZodObject && 'quote_jws' in response.shape;
}

/** Whether an operation keeps the answer of a key: the writes that make or change something by POST. */
export function takesKey(route: AnyRoute): boolean {
  return route.isWrite && route.method === 'POST';
}
