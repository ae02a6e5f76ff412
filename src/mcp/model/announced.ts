import { type JsonSchema, propertiesOf, schemaAt, schemasAt } from './json-schema.ts';
import { isObject } from '../../platform/text/json-object.ts';

/**
 * Longest explanation of an argument in the list of tools; what is cut off stands in the refusal of a wrong argument.
 */
const explanationLengthMax = 44;
/** A form shorter than this is not worth a definition. */
const sharedLengthMin = 90;
/** Arguments of every or of many tools, explained once, in the server's instructions. */
const EXPLAINED_ONCE: ReadonlySet<string> = new Set([
  'detail',
  'skip',
  'user_intent',
  'idempotency_key',
  'locale',
  'last_name',
  'item_id',
]);
/** Arguments that only have the installation check what it knows; taken, but not offered. */
const ONLY_CHECKED = /when you want (?:it|them) checked/;
/** Arguments of long answers. */
const VIEW: ReadonlySet<string> = new Set(['detail', 'skip']);
/** Arguments for programs that tune a search; taken, but not offered. */
const TUNING: ReadonlySet<string> = new Set(['supplier_timeout_ms', 'offset', 'response_id']);
/** Arguments of many tools, or whose explanation matters most at its end, in fewer words. */
const IN_SHORT: Readonly<Record<string, string>> = {
  trip_item_token: 'tit_… of a fare, or offer_id of a rate (htl_…) or car (car_…)',
  booking_ref: 'BLY-…',
  currency: 'ISO 4217',
  origin_type: 'Of a code that is both',
  cabin_class: 'Default economy',
  stay_days: 'Default 7',
  max_total: 'For everyone, major units',
  ages: 'Children, then infants',
  page_token: 'next_page_token',
  offer_token: 'Alone: that offer priced again',
  include_carriers: 'IATA; sold by',
  exclude_carriers: 'IATA; not sold or flown by',
};
/** Patterns that the instructions describe in words, and their short forms. */
const DAY = String.raw`^\d{4}-\d{2}-\d{2}$`;
const TIME_OF_DAY = String.raw`^([01]\d|2[0-3]):[0-5]\d$`;
const LEFT_OUT: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'exclusiveMinimum',
  'minimum',
  'pattern',
  'propertyNames',
  'additionalProperties',
  'format',
]);

/**
 * The arguments of a tool, short enough for a list that every agent reads whole: names, types, words to choose from,
 * defaults and what is required stay; bounds, patterns that are described in words, and all but the first sentence of
 * long explanations go. `detail` and `skip` stand where the answer `isPaged`, and no page token where `skip` reaches
 * the whole result. Whatever the full schema takes fits this one as well.
 */
export function announceInput(
  schema: JsonSchema,
  { isPaged, isPagedBySkip }: { readonly isPaged: boolean; readonly isPagedBySkip: boolean },
): JsonSchema {
  const offered = Object.entries(propertiesOf(schema)).filter(
    ([name, { description }]) =>
      !TUNING.has(name) &&
      !(isPagedBySkip && name === 'page_token') &&
      (isPaged || !VIEW.has(name)) &&
      !(typeof description === 'string' && ONLY_CHECKED.test(description)),
  );
  const properties = Object.fromEntries(
    offered.map(([name, property]) => [
      name,
      EXPLAINED_ONCE.has(name) ? bare(property) : announceNamed(name, property),
    ]),
  );
  const definitions = Object.entries(schemaAt(schema, '$defs')).map(
    ([name, definition]) => [name, isObject(definition) ? announce(definition) : definition] as const,
  );
  const { required } = schema;
  const shared = share(properties);
  const all = [...definitions, ...shared.definitions];
  return {
    type: 'object',
    properties: shared.properties,
    ...(required === undefined ? {} : { required }),
    ...(all.length === 0 ? {} : { $defs: Object.fromEntries(all) }),
  };
}

/** Arguments that share a long form spell it out once. */
function share(properties: Readonly<Record<string, JsonSchema>>): {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly definitions: readonly (readonly [string, JsonSchema])[];
} {
  const named = new Map<string, string[]>();
  for (const [name, property] of Object.entries(properties)) {
    const form = JSON.stringify(property);
    if (form.length > sharedLengthMin) named.set(form, [...(named.get(form) ?? []), name]);
  }
  const repeated = [...named.values()].filter((names) => names.length > 1);
  const definitionOf = new Map(repeated.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)));
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        definitionOf.has(name) ? { $ref: `#/$defs/${definitionOf.get(name)}` } : property,
      ]),
    ),
    definitions: repeated.flatMap(([name = '']) => (properties[name] ? [[name, properties[name]] as const] : [])),
  };
}

function bare({ type, enum: texts, default: usual }: JsonSchema): JsonSchema {
  if (!Array.isArray(texts)) return { type };
  // What holds when nothing is sent need not be offered.
  return { enum: texts.filter((text) => text !== usual) };
}

function announceNamed(name: string, property: JsonSchema): JsonSchema {
  const { items, ...outer } = announce(property);
  // The entries of a list are described by the list.
  const { description: _, ...entry } = isObject(items) ? items : {};
  const short = items === undefined ? outer : { ...outer, items: outer['description'] === undefined ? items : entry };
  return Object.hasOwn(IN_SHORT, name) && typeof property['description'] === 'string' && short['type'] !== 'object'
    ? { ...short, description: IN_SHORT[name] }
    : short;
}

function announce(schema: JsonSchema): JsonSchema {
  const branches = schemasAt(schema, 'anyOf').filter(({ type }) => type !== 'null');
  const [only] = branches;
  // An argument that may be null may be left out: that it may be null is nothing an agent has to know.
  if (branches.length === 1 && only) {
    const { anyOf: _, ...rest } = schema;
    return announce({ ...only, ...rest });
  }
  const short = Object.entries(schema).flatMap(([key, element]) => announceEntry(key, element, schema));
  const time =
    schema['pattern'] === DAY
      ? [['format', 'date'] as const]
      : schema['pattern'] === TIME_OF_DAY
        ? [['description', 'HH:MM'] as const]
        : [];
  return Object.fromEntries([...short, ...time]);
}

function announceEntry(key: string, element: unknown, schema: JsonSchema): readonly (readonly [string, unknown])[] {
  if (key === 'description')
    return typeof element === 'string' && schema['pattern'] !== '^[A-Z]{3}$' ? [[key, firstSentence(element)]] : [];
  if (key === 'format') return element === 'date' || element === 'date-time' ? [[key, element]] : [];
  if (key === 'pattern') return element === '^[A-Z]{3}$' ? [['description', 'IATA']] : [];
  if (key === 'maximum')
    return typeof element === 'number' && element <= 100 && 'default' in schema ? [[key, element]] : [];
  if (key === 'default') return element === 0 || element === false ? [] : [[key, element]];
  if (key === 'type') return Array.isArray(schema['enum']) ? [] : [[key, element]];
  if (LEFT_OUT.has(key)) return [];
  if (key === 'properties' && isObject(element))
    return [
      [
        key,
        Object.fromEntries(
          Object.entries(element).map(([name, property]) => [
            name,
            isObject(property) ? announceNamed(name, property) : property,
          ]),
        ),
      ],
    ];
  if (Array.isArray(element) && key !== 'enum' && key !== 'required')
    return [[key, element.map((branch: unknown) => (isObject(branch) ? announce(branch) : branch))]];
  return [[key, isObject(element) ? announce(element) : element]];
}

/** The first sentence of a text, or its first clause where that is long. */
function firstSentence(text: string): string {
  const sentence = /^.*?[.;](?=\s|$)/s.exec(text)?.[0] ?? text;
  if (sentence.length <= explanationLengthMax) return sentence.replace(/[.;]$/, '');
  const start = sentence.slice(0, explanationLengthMax);
  const clause = /^(.{12,})[,:;(]/s.exec(start)?.[1];
  // Half a remark in brackets is worse than none.
  const whole =
    clause !== undefined && clause.lastIndexOf('(') > clause.lastIndexOf(')')
      ? clause.slice(0, clause.lastIndexOf('('))
      : clause;
  return whole?.trimEnd() ?? `${start.slice(0, start.lastIndexOf(' '))}…`;
}
