import { Command } from 'commander';
import { expect, test } from 'vitest';
import { propertiesOf, requiredOf } from '../mcp/model/json-schema.ts';
import { hintFor, listFields } from './model/fields.ts';
import { readContract } from './model/read-operations.ts';
import { buildOpenApi } from '../platform/http/openapi/openapi.ts';
import { describeInput } from '../mcp/model/tool-schema.ts';
import { routes } from '../routes.ts';
import { addOperationCommands, commandNameOf } from './operations.ts';

const operations = readContract(buildOpenApi(routes));
const program = new Command('bly');
addOperationCommands(program, operations, () => true);
const commandNamed = (name: string) => program.commands.find((command) => command.name() === name);

test('every operation of /v1 has a command, and neither deprecated ones nor twins have', () => {
  const wanted = routes
    .filter(({ path, deprecation }) => path.startsWith('/v1/') && deprecation === undefined)
    .map(({ operationId }) => operationId.replaceAll('_', '-'));
  expect(program.commands.map((command) => command.name()).toSorted()).toEqual(wanted.toSorted());
  expect(wanted).not.toContain('book');
  expect(commandNamed('flights-search')).toBeUndefined();
});

test('commands take the fields of their operations, as its code declares them', () => {
  for (const { operationId, params, query, body, isWrite, method, takesEndUser } of routes) {
    const operation = operations.find((candidate) => candidate.operationId === operationId);
    if (operation === undefined) continue;
    const declared = describeInput(
      { ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) },
      {},
    );
    expect(new Set(Object.keys(propertiesOf(operation.input.schema)))).toEqual(
      new Set(Object.keys(propertiesOf(declared.schema))),
    );
    expect({ operationId, ...operation.input.places }).toEqual({ operationId, ...declared.places });
    expect(new Set(requiredOf(operation.input.schema))).toEqual(new Set(requiredOf(declared.schema)));
    expect([operation.hasBody, operation.takesIdempotencyKey, operation.takesEndUser]).toEqual([
      body !== undefined,
      isWrite && method === 'POST',
      takesEndUser === true,
    ]);
  }
});

test('every field of every input has an option, and every option of its own name', () => {
  for (const operation of operations) {
    const flags = commandNamed(commandNameOf(operation))?.options.map(({ long }) => long) ?? [];
    expect(new Set(flags).size).toBe(flags.length);
    expect(flags).toEqual(
      expect.arrayContaining(
        Object.keys(propertiesOf(operation.input.schema)).map((field) => `--${field.replaceAll('_', '-')}`),
      ),
    );
  }
});

test('help tells description, type, default and example, and where a name means a field', () => {
  const search = commandNamed('flight-search')?.helpInformation() ?? '';
  expect(search).toMatch(
    /--departure-date <value>\s+Today or later at the origin, at most 361 days ahead\.\s+\(string; example: \d{4}-\d{2}-\d{2}\)/,
  );
  expect(search).toMatch(/--adults <value>\s+People of 12 years and more\. \(integer; default: 1; example: 2\)/);
  expect(search).toMatch(/--departure-time-range\.earliest/);
  expect(commandNamed('create-webhook')?.description()).toContain('the address of the service goes before the command');
  expect(commandNamed('sandbox-pay')?.helpGroup()).toBe('Sandbox helpers (not in production):');
});

test('how a list of objects is written is told by help, and again where it was refused', () => {
  const operation = operations.find(({ operationId }) => operationId === 'demand_trends');
  const fields = operation === undefined ? [] : listFields(operation.input.schema, operation.example);
  const asTold = `--series '{"destination":"LIS","market":"FR","metric":"searches"}'`;
  expect(fields.find(({ path }) => path.join('.') === 'series')?.description).toContain(
    `one JSON object, and may be repeated; or one JSON array of them; example: ${asTold})`,
  );
  expect(hintFor(fields, { path: 'series[0]', problem: 'must be an object' })).toBe(asTold);
  expect(hintFor(fields, { path: 'period', problem: 'must be an object' })).toBe(
    `--period '{"start":"2025-11-03","end":"2026-11-01"}'`,
  );
  expect([
    hintFor(fields, { path: 'series[0].destination', problem: 'must be an object' }),
    hintFor(fields, { path: 'series', problem: 'is required' }),
    hintFor(fields, { path: 'granularity', problem: 'must be an object' }),
  ]).toEqual([undefined, undefined, undefined]);
});
