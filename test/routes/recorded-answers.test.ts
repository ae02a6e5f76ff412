import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { listOperations } from '../../src/docs/model/describe-reference.ts';
import { readServedDocument } from '../../src/platform/http/openapi/served-document.ts';
import { readRecordedCalls, type RecordedCalls, recordingFile } from '../../src/docs/recorded-calls.ts';
import { routes } from '../../src/routes.ts';
import { compareShapes } from '../support/recording/compare-shapes.ts';
import { recordAnswers } from '../support/recording/record-answers.ts';

/** What the reference shows no recorded answer of. */
const NOT_RECORDED: Readonly<Record<string, string>> = {
  openapi: 'The answer is the document itself, two megabytes of it.',
};

/** The journey takes half a minute; this catches one that hangs. */
const journeyMsMax = 600_000;

// biome-ignore lint/suspicious/noExplicitAny: schemas are looked at freely; the validator checks them.
type Node = any;
let document: Node;
/** As it is shipped. */
let shipped: RecordedCalls;
/** As the code of today answers. */
let fresh: RecordedCalls;
beforeAll(async () => {
  document = await readServedDocument(routes);
  fresh = await recordAnswers();
  if (process.env['BLY_RECORD_ANSWERS'] === '1')
    writeFileSync(recordingFile, `${JSON.stringify(fresh, undefined, 1)}\n`);
  shipped = await readRecordedCalls();
}, journeyMsMax);

const ajv = new AjvJsonSchemaValidator();
function problemOf(schema: Node, value: unknown): string | undefined {
  const result = ajv.getValidator({ ...schema, components: { schemas: schemasOf(schema) } })(value);
  return result.valid ? undefined : result.errorMessage;
}

/** The named schemas that a schema needs: with all of the contract's, compiling one takes a tenth of a second. */
function schemasOf(schema: Node, found: Record<string, Node> = {}): Record<string, Node> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)/g)) {
    if (Object.hasOwn(found, name)) continue;
    found[name] = document.components.schemas[name];
    schemasOf(found[name], found);
  }
  return found;
}

test('every operation succeeds in the journey that is recorded, and has an answer in the recording that is shipped', () => {
  const ids = routes.map(({ operationId }) => operationId).filter((id) => !Object.hasOwn(NOT_RECORDED, id));
  expect(Object.keys(fresh.calls)).toEqual(ids);
  expect(Object.keys(shipped.calls)).toEqual(ids);
});

describe('the recording that is shipped', () => {
  const callOf = (id: string) => shipped.calls[id];

  test('has the fields that are sent and answered today, of the same types (else: npm run record-answers)', () => {
    const aged = Object.entries(fresh.calls).flatMap(([id, call]) =>
      compareShapes(withoutCut(callOf(id)), withoutCut(call)).map((difference) => `${id}: ${difference}`),
    );
    expect(aged).toEqual([]);
  });

  test('has answers that are what the contract says, also where lists were cut and secrets were shortened', () => {
    const wrong = listOperations(document).flatMap(({ id, operation }) => {
      const call = callOf(id);
      const content = (operation['responses'] as Node)[String(call?.status)]?.content?.['application/json'];
      if (call === undefined) return [];
      if (call.answer === undefined) return content === undefined ? [] : [`${id}: has no body`];
      const problem = content === undefined ? 'the contract knows no body' : problemOf(content.schema, call.answer);
      return problem === undefined ? [] : [`${id}: ${problem}`];
    });
    expect(wrong).toEqual([]);
  });

  test('has requests that are valid: bodies, and parameters with all that are required', () => {
    const wrong = listOperations(document).flatMap(({ id, operation }) => {
      const call = callOf(id);
      if (call === undefined) return [];
      const body = (operation['requestBody'] as Node)?.content['application/json'].schema;
      const problem = body === undefined ? undefined : problemOf(body, call.body);
      return [...(problem === undefined ? [] : [`${id}: ${problem}`]), ...parameterProblems(id, operation, call)];
    });
    expect(wrong).toEqual([]);
  });

  test('shows no key, no secret, no sealed token, and no address of the machine it was made on', () => {
    const text = JSON.stringify(shipped);
    expect(text.match(/bly_s[A-Za-z0-9]{20,}|whsec_[A-Za-z0-9]{10,}|eyJ[\w-]{20,}|[\w-]{90,}/g) ?? []).toEqual([]);
    expect([...new Set(text.match(/http:\/\/127[^/"]*/g))]).toEqual(['http://127.0.0.1:8080']);
  });
});

test('a field that is renamed, new, or of another type is found, at any depth; another value or fewer entries is not', () => {
  const before = {
    id: 'a',
    total: { value: 1 },
    items: [
      { id: 'b', seats: [] },
      { id: 'c', note: null, seats: [{ row: 1 }] },
    ],
  };
  expect(
    compareShapes(before, { id: 'z', total: { value: 2 }, items: [{ id: 'd', note: 'x', seats: [{ row: 9 }] }] }),
  ).toEqual([]);
  expect(compareShapes(before, { ...before, items: [] })).toEqual([]);
  expect(compareShapes(before, { ...before, total: { amount: 1 } })).toEqual([
    'total.value is no more',
    'total.amount is new',
  ]);
  expect(compareShapes(before, { ...before, items: [{ id: 'b', note: null, seats: [{ row: '1' }] }] })).toEqual([
    'items[].seats[].row was number, is string',
  ]);
  expect(compareShapes(before, { ...before, total: 1, items: {} })).toEqual([
    'total was object, is number',
    'items was list, is object',
  ]);
});

/** What is sent and answered; which lists were cut, and where, is not a part of it. */
function withoutCut(call: RecordedCalls['calls'][string] | undefined) {
  const { cut: _cut, ...rest } = call ?? { status: 0 };
  return rest;
}

function parameterProblems(id: string, operation: Node, call: RecordedCalls['calls'][string]): readonly string[] {
  return operation.parameters
    .filter((parameter: Node) => parameter.in === 'path' || parameter.in === 'query')
    .flatMap((parameter: Node) => {
      const given = (parameter.in === 'path' ? call.params : call.query)?.[parameter.name];
      if (given === undefined) return parameter.required ? [`${id}: ${parameter.name} is missing`] : [];
      const isNumber = /^(integer|number)$/.test(String(parameter.schema.type));
      const problem = problemOf(parameter.schema, isNumber ? Number(given) : given);
      return problem === undefined ? [] : [`${id}: ${parameter.name} ${problem}`];
    });
}
