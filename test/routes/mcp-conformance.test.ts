import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { refuse } from '../../src/platform/errors.ts';
import { type AnyRoute, defineRoute } from '../../src/platform/http/route.ts';
import { openKeyedProxy } from '../support/mcp.ts';
import { startService } from '../support/service/service.ts';

const conformance = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const expectedFailures = fileURLToPath(new URL('../support/mcp-conformance.yaml', import.meta.url));

/** Operations under the names the suite calls: whatever is an operation is a tool. */
const fixtures: readonly AnyRoute[] = ['test_simple_text', 'test_error_handling'].map((operationId) =>
  defineRoute({
    operationId,
    method: 'POST',
    path: `/v1/probe/${operationId}`,
    summary: 'A probe',
    tag: 'Probe',
    access: 'key',
    cost: 0,
    isWrite: false,
    refusals: ['state_conflict'],
    body: z.object({}),
    response: z.looseObject({}),
    tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
    async handle() {
      if (operationId === 'test_error_handling') throw refuse('state_conflict');
      return { text: 'This is a simple text response for testing.' };
    },
  }),
);

test('the official conformance suite passes, but for the scenarios that do not apply', {
  timeout: 120_000,
}, async () => {
  const service = await startService({ routes: fixtures });
  const proxy = await openKeyedProxy(service.url);
  const results = mkdtempSync(join(tmpdir(), 'bly-mcp-'));
  const run = spawn(
    process.execPath,
    [
      conformance,
      'server',
      '--url',
      `${proxy.url}/mcp`,
      '--suite',
      'all',
      '--expected-failures',
      expectedFailures,
      '-o',
      results,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output: string[] = [];
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString('utf8')));
  const status = await new Promise<number | null>((resolve) => run.once('close', resolve));
  const text = output.join('');
  await Promise.all([proxy.close(), service.close(), rm(results, { recursive: true, force: true })]);
  expect(status, text.slice(text.indexOf('=== SUMMARY'))).toBe(0);
  const passed = [...text.slice(text.indexOf('=== SUMMARY')).matchAll(/✓ ([\w-]+):/g)].map(([, name]) => name);
  expect(passed).toEqual(
    expect.arrayContaining([
      'server-initialize',
      'ping',
      'tools-list',
      'tools-call-simple-text',
      'tools-call-error',
      'server-sse-multiple-streams',
      'resources-list',
      'prompts-list',
      'dns-rebinding-protection',
    ]),
  );
});
