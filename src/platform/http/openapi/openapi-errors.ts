import { CONDITIONS, type ConditionName, ERROR_CODES, type ErrorCode } from '../../errors.ts';
import { describeHeaders } from './openapi-headers.ts';
import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts';
import { type AnyRoute, isRefusedToMandateOnlyKeys } from '../route.ts';

const fieldList: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['path', 'problem'],
    properties: {
      path: { type: 'string', description: 'Where in the request.' },
      problem: { type: 'string', description: 'What is wrong there.' },
      suggested_value: {
        type: 'string',
        description: 'What to send instead, where that is certain: the code of a place that was sent by its name.',
      },
      candidates: {
        type: 'array',
        description: 'What may be meant, the likeliest first.',
        items: {
          type: 'object',
          required: ['value', 'label'],
          properties: {
            value: { type: 'string' },
            label: { type: 'string', description: 'What the value stands for.' },
          },
        },
      },
    },
  },
};
const anyItems: JsonSchema = { type: 'array', items: { type: 'object' } };

/** The keys that stand beside `error` (contract, section 3). */
export const KEYS_BESIDE: Partial<Record<ErrorCode, Readonly<Record<string, JsonSchema>>>> = {
  PAYMENT_REQUIRED: { balance: { type: 'integer' } },
  BAD_REQUEST: { fields: fieldList },
  CONFLICT: { items: anyItems },
  PRICE_CHANGED: { items: anyItems },
  TRIP_STATE_CONFLICT: { status: { type: 'string' } },
  TRIP_EXPIRED: { status: { type: 'string' } },
  OFFER_UNAVAILABLE: { items: anyItems },
  MISSING_CUSTOMER_DETAILS: { missing: fieldList },
  CURRENCY_UNSUPPORTED: { supported: { type: 'array', items: { type: 'string' } } },
  RATE_LIMITED: {
    limit: { type: 'string', enum: ['rate', 'quota', 'concurrency', 'supplier'] },
    resets_at: { type: 'string', format: 'date-time' },
  },
};

const problem = { path: 'adults', problem: 'must be at least 1' };
/** What those keys hold, for the examples. */
const EXAMPLES_BESIDE: Partial<Record<ErrorCode, Readonly<Record<string, unknown>>>> = {
  PAYMENT_REQUIRED: { balance: 0 },
  BAD_REQUEST: { fields: [problem] },
  TRIP_STATE_CONFLICT: { status: 'fulfilling' },
  TRIP_EXPIRED: { status: 'expired' },
  MISSING_CUSTOMER_DETAILS: { missing: [{ path: 'travelers[0].date_of_birth', problem: 'is required' }] },
  CURRENCY_UNSUPPORTED: { supported: ['EUR', 'GBP', 'USD'] },
  RATE_LIMITED: { limit: 'rate', resets_at: '2026-03-01T08:00:01.000Z' },
};

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: {
        code: {
          type: 'string',
          enum: ERROR_CODES,
          description: 'Branch on this, not on the message. An unknown code means what its HTTP status means.',
        },
        message: { type: 'string', description: 'Prose; may change.' },
        doc_url: { type: 'string', description: 'What this code means and what to do next.' },
      },
    },
  },
};

/**
 * The answers other than success, each described once per document and referred to by the operations that may give it.
 */
export class ErrorResponses {
  readonly #schemas: SchemaCollector;
  readonly #named = new Map<string, { readonly name: string; readonly response: JsonSchema }>();

  constructor(schemas: SchemaCollector) {
    this.#schemas = schemas;
    schemas.addPlain('Error', ERROR_SCHEMA);
  }

  /** Every way an operation may end other than well, by status: its own refusals and those of the conventions. */
  describe(route: AnyRoute): Readonly<Record<string, JsonSchema>> {
    const byStatus = Map.groupBy(
      new Set([...conventionRefusals(route), ...route.refusals]),
      (name) => CONDITIONS[name].status,
    );
    const sorted = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(
      sorted.map(([status, names]) => [
        String(status),
        { $ref: `#/components/responses/${this.#nameOf(route, status, names)}` },
      ]),
    );
  }

  /** Everything described, by name. */
  components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(
      [...this.#named.values()]
        .map(({ name, response }) => [name, response] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  #nameOf(route: AnyRoute, status: number, names: readonly ConditionName[]): string {
    const headers = describeHeaders(route, status);
    const key = `${status} ${names.toSorted().join(' ')} ${Object.keys(headers).join(' ')}`;
    const known = this.#named.get(key);
    if (known) return known.name;
    const codes = [...new Set(names.map((name) => CONDITIONS[name].code))];
    const stem = `${codes.map(pascalCase).join('Or')}${status}`;
    const namesakes = [...this.#named.values()].filter(
      ({ name }) => name === stem || name.startsWith(`${stem}_`),
    ).length;
    const name = namesakes === 0 ? stem : `${stem}_${namesakes + 1}`;
    this.#named.set(key, {
      name,
      response: { description: describe(names), headers, content: describeContent(status, names, this.#schemas) },
    });
    return name;
  }
}

function conventionRefusals(route: AnyRoute): readonly ConditionName[] {
  const names: ConditionName[] = ['internal', 'service_stopping', 'database_unavailable'];
  if (route.access !== 'open') names.push('credential_missing', 'credential_invalid', 'rate_exceeded');
  if (route.longWork) names.push('concurrency_exceeded', 'deadline_exceeded');
  if (route.access === 'user') names.push('user_required', 'csrf_token_invalid');
  if (route.access !== 'open' && route.isWrite) names.push('role_forbidden');
  if (route.access !== 'open' && route.cost > 0) names.push('quota_exceeded', 'balance_exhausted');
  if (route.scope) names.push('scope_missing');
  if (route.access === 'key' && isRefusedToMandateOnlyKeys(route)) names.push('mandate_required');
  if (route.scope === 'search') names.push('answers_unread', 'answers_congested');
  if (route.refusals.includes('supplier_unavailable')) names.push('supplier_limit_reached');
  if (route.method !== 'GET' && route.method !== 'DELETE')
    names.push('body_malformed', 'body_too_large', 'content_type_unsupported', 'body_invalid');
  if (route.query || route.takesEndUser) names.push('body_invalid');
  if (route.isWrite && route.method === 'POST') names.push('idempotency_mismatch', 'idempotency_running');
  if (route.deprecation) names.push('path_unknown');
  return names;
}

function describe(names: readonly ConditionName[]): string {
  return names.map((name) => `\`${CONDITIONS[name].code}\` ${CONDITIONS[name].message}`).join('\n\n');
}

function describeContent(status: number, names: readonly ConditionName[], schemas: SchemaCollector): JsonSchema {
  const codes = [...new Set(names.map((name) => CONDITIONS[name].code))];
  return { 'application/json': { schema: schemaOf(status, codes, schemas), examples: examplesOf(status, names) } };
}

/** An answer for each code, by the first condition that gives it; keys beside `error` as that code has them. */
function examplesOf(status: number, names: readonly ConditionName[]): JsonSchema {
  const first = new Map<ErrorCode, ConditionName>();
  for (const name of names) if (!first.has(CONDITIONS[name].code)) first.set(CONDITIONS[name].code, name);
  return Object.fromEntries(
    [...first].map(([code, name]) => {
      const beside = code === 'BAD_REQUEST' && status !== 422 ? {} : (EXAMPLES_BESIDE[code] ?? {});
      return [
        code,
        { value: { error: { code, message: CONDITIONS[name].message, doc_url: `/docs/errors#${code}` }, ...beside } },
      ];
    }),
  );
}

function schemaOf(status: number, codes: readonly ErrorCode[], schemas: SchemaCollector): JsonSchema {
  const base = { $ref: '#/components/schemas/Error' };
  // Of the BAD_REQUEST answers only a 422 says which fields.
  const keyed = codes.filter((code) => KEYS_BESIDE[code] && !(code === 'BAD_REQUEST' && status !== 422));
  if (keyed.length === 0) return base;
  const properties = Object.assign({}, ...keyed.map((code) => KEYS_BESIDE[code]));
  const name = `${keyed.map(pascalCase).join('Or')}Error`;
  return schemas.addPlain(name, { allOf: [base, { type: 'object', properties }] });
}

function pascalCase(code: string): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
