import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { refuse } from '../../src/platform/errors.ts';
import { type AnyRoute, defineRoute } from '../../src/platform/http/route.ts';
import { openKeyedProxy } from '../support/mcp.ts';
import { startService, type TestService } from '../support/service/service.ts';

const conformance = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** Operations under the names the suite calls: whatever is an operation is a tool. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  test_simple_text: { text: 'This is a simple text response for testing.' },
  test_error_handling: {},
  test_logging_tool: { text: 'Nothing is logged to the client.' },
  test_streaming_elicitation: { checkout_url: 'https://pay.example/1' },
};
const fixtures: readonly AnyRoute[] = Object.entries(ANSWERS).map(([operationId, answer]) =>
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
      return answer;
    },
  }),
);

let service: TestService;
let proxy: Awaited<ReturnType<typeof openKeyedProxy>>;
beforeAll(async () => {
  service = await startService({ routes: fixtures });
  proxy = await openKeyedProxy(service.url);
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

/** Runs what a revision requires, and answers how it ended. */
async function runSuite(revision: string): Promise<{ readonly status: number | null; readonly summary: string }> {
  const results = mkdtempSync(join(tmpdir(), 'bly-mcp-'));
  const baseline = fileURLToPath(new URL(`../support/mcp-conformance/${revision}.yaml`, import.meta.url));
  const run = spawn(
    process.execPath,
    [conformance, 'server', '--url', `${proxy.url}/mcp`, '--requirements', revision].concat([
      '--expected-failures',
      baseline,
      '-o',
      results,
    ]),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output: string[] = [];
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString('utf8')));
  const status = await new Promise<number | null>((resolve) => run.once('close', resolve));
  await rm(results, { recursive: true, force: true });
  const text = output.join('');
  return { status, summary: text.slice(text.indexOf('=== SUMMARY')) };
}

/** Scenarios that must be among those that passed, so that a run of nothing passes for no suite. */
const EITHER = ['tools-list', 'tools-call-simple-text', 'tools-call-error', 'resources-list', 'prompts-list'];
const PASSED: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'server-sse-multiple-streams', ...EITHER],
  '2026-07-28': ['caching', 'http-header-validation', 'sep-2164-resource-not-found', ...EITHER],
};

test.each(Object.keys(PASSED))(
  'the official suite passes for %s, but for the scenarios that do not apply',
  {
    timeout: 120_000,
  },
  async (revision) => {
    const { status, summary } = await runSuite(revision);
    expect(status, summary).toBe(0);
    const passed = [...summary.matchAll(/✓ ([\w-]+):/g)].map(([, name]) => name);
    expect(passed).toEqual(expect.arrayContaining([...(PASSED[revision] ?? []), 'dns-rebinding-protection']));
  },
);
