import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperationCommands } from '../../src/cli/operations.ts';
import { readInput } from '../../src/cli/model/input.ts';
import { readContract as readCommands } from '../../src/cli/model/read-operations.ts';
import { listOperations, requestOf } from '../../src/docs/model/describe-reference.ts';
import { shiftDates, weeksSince } from '../../src/docs/model/shift-dates.ts';
import { type SampleRequest, writeCommand, writeTypeScript } from '../../src/docs/model/write-samples.ts';
import { readServedDocument } from '../../src/platform/http/openapi/served-document.ts';
import { readRecordedCalls } from '../../src/docs/recorded-calls.ts';
import { routes } from '../../src/routes.ts';

const run = promisify(execFile);
let requests: readonly SampleRequest[];
let document: Awaited<ReturnType<typeof readServedDocument>>;
beforeAll(async () => {
  document = await readServedDocument(routes);
  const { calls } = await readRecordedCalls();
  requests = listOperations(document).map((listed) => requestOf(document, listed, calls[listed.id]));
});

const folder = mkdtempSync(join(tmpdir(), 'bly-samples-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the TypeScript of every operation type-checks against the client', async () => {
  const client = resolve('src/client/bly.ts');
  mkdirSync(join(folder, 'samples'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const request of requests)
    writeFileSync(join(folder, 'samples', `${request.operationId}.ts`), `${writeTypeScript(request)}\nvoid answer;\n`);
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      incremental: false,
      composite: false,
      rootDir: '/',
      paths: { '@bly/client': [client] },
      typeRoots: [resolve('node_modules/@types')],
    },
    include: [join(folder, 'samples/*.ts')],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const problems = await run(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    '-p',
    join(folder, 'tsconfig.json'),
  ]).then(
    () => '',
    (failure: { stdout: string }) => failure.stdout,
  );
  expect(problems).toBe('');
});

/** The words of each command line as one shell reads them, and what each is given on standard input. */
async function readByShell(lines: readonly string[]) {
  const bly = `bly() { printf '%s\\0' "$@"; printf '\\1'; if [ "\${!#}" = - ]; then cat; fi; printf '\\2'; }`;
  const { stdout } = await run('bash', ['-c', [bly, ...lines].join('\n')]);
  return stdout
    .split('\u0002')
    .slice(0, -1)
    .map((called) => {
      const [words = '', input = ''] = called.split('\u0001');
      return { words: words.split('\0').slice(0, -1), input };
    });
}

test('the command line of every operation is read by the command line as the request that was recorded', async () => {
  const operations = readCommands(document);
  const wrong: unknown[] = [];
  const commands = requests.flatMap((request) => {
    const line = writeCommand(request);
    return line === undefined ? [] : [{ request, line }];
  });
  const read = await readByShell(commands.map(({ line }) => line));
  expect(read.length).toBe(commands.length);
  for (const [index, { request, line }] of commands.entries()) {
    const { words, input } = read[index] ?? { words: [], input: '' };
    const operation = operations.find(({ operationId }) => operationId === request.operationId);
    if (!operation) throw new Error(`no command for ${request.operationId}`);
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    addOperationCommands(program, [operation], () => true);
    const [command] = program.commands;
    if (!command) throw new Error(`no command for ${request.operationId}`);
    let given: Readonly<Record<string, unknown>> = {};
    command.exitOverride().action((options: Readonly<Record<string, unknown>>) => {
      given = options;
    });
    await program.parseAsync([...words], { from: 'user' });
    const { jsonBody, ...options } = given;
    const fromOptions = Object.entries(options).flatMap(([name, value]) => {
      const path = Object.keys(operation.input.places).find((field) => camel(field) === name);
      return path === undefined ? [] : [{ path: [path], value }];
    });
    const body = jsonBody === '-' ? JSON.parse(input) : {};
    const values = readInput(operation.input.schema, body, fromOptions);
    const recorded = { ...request.params, ...request.query, ...request.body };
    // `--id 7` is the number that the contract names; a recorded path holds text.
    if (JSON.stringify(texts(values)) !== JSON.stringify(texts(recorded))) wrong.push([line, values, recorded]);
  }
  expect(wrong).toEqual([]);
  expect(commands.length).toBeGreaterThan(100);
});

function camel(name: string): string {
  return name.replaceAll(/[_-](\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Fields by name, numbers of paths and queries as text. */
function texts(value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, typeof each === 'object' ? each : String(each)]),
  );
}

test('dates move on by whole weeks from the recording, dates of birth and months of words do not', () => {
  const weeks = weeksSince('2026-11-23T09:00:00Z', new Date('2026-12-15T08:00:00Z'));
  expect(weeks).toBe(3);
  expect(
    shiftDates(
      {
        departure_date: '2027-03-05',
        pick_up: { date_time: '2027-03-05T10:00:00' },
        departure_month: '2027-03',
        date_of_birth: '1990-05-05',
        description: 'On 2027-03-05',
        version: '2026-13',
      },
      weeks,
    ),
  ).toEqual({
    departure_date: '2027-03-26',
    pick_up: { date_time: '2027-03-26T10:00:00' },
    departure_month: '2027-04',
    date_of_birth: '1990-05-05',
    description: 'On 2027-03-05',
    version: '2026-13',
  });
  expect(weeksSince('2026-11-23T09:00:00Z', new Date('2026-11-01T00:00:00Z'))).toBe(0);
});
