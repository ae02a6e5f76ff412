import { Command } from 'commander';
import { expect, test } from 'vitest';
import { propertiesOf } from '../mcp/model/json-schema.ts';
import { hintFor, listFields } from './model/fields.ts';
import { routes } from '../routes.ts';
import { addOperationCommands, inputOf, OPERATION_COMMANDS } from './operations.ts';

const program = new Command('bly');
addOperationCommands(program, () => true, []);
const commandNamed = (name: string) => program.commands.find((command) => command.name() === name);

test('every operation of /v1 has a command, and neither deprecated ones nor twins have', () => {
  const wanted = routes
    .filter(({ path, deprecation }) => path.startsWith('/v1/') && deprecation === undefined)
    .map(({ operationId }) => operationId.replaceAll('_', '-'));
  expect(program.commands.map((command) => command.name())).toEqual(wanted);
  expect(wanted).not.toContain('book');
  expect(commandNamed('flights-search')).toBeUndefined();
});

test('every field of every input has an option, and every option of its own name', () => {
  for (const { route, name } of OPERATION_COMMANDS) {
    const flags = commandNamed(name)?.options.map(({ long }) => long) ?? [];
    expect(new Set(flags).size).toBe(flags.length);
    expect(flags).toEqual(
      expect.arrayContaining(
        Object.keys(propertiesOf(inputOf(route).schema)).map((field) => `--${field.replaceAll('_', '-')}`),
      ),
    );
  }
});

test('help tells description, type, default and example, and where a name means a field', () => {
  const search = commandNamed('flight-search')?.helpInformation() ?? '';
  expect(search).toMatch(
    /--departure-date <value>\s+Today or later at the origin, at most 361 days ahead\.\s+\(string; example: \d{4}-\d{2}-\d{2}\)/,
  );
  expect(search).toMatch(/--adults <value>\s+\(integer; default: 1; example: 2\)/);
  expect(search).toMatch(/--departure-time-range\.earliest/);
  expect(commandNamed('create-webhook')?.description()).toContain('the address of the service goes before the command');
  expect(commandNamed('sandbox-pay')?.helpGroup()).toBe('Sandbox helpers (not in production):');
});

test('how a list of objects is written is told by help, and again where it was refused', () => {
  const route = routes.find(({ operationId }) => operationId === 'demand_trends');
  const fields = route === undefined ? [] : listFields(inputOf(route).schema, route.example);
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
