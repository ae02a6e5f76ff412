import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { presentOperations, readOperations } from './client/operations.ts';
import { keepTypes, nameTypes } from './client/types.ts';

/**
 * `npm run client` writes src/client/generated from openapi.json: the types by Redocly's client generator, the table of
 * operations from the document itself. With --check nothing is written: it exits 1 when a committed file is not what it
 * would write. With --build it compiles src/client to dist/client, or to `--out DIR`, which packages/client does when
 * it is packed: Node strips no types inside node_modules.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'src', 'client', 'generated');

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    build: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
if (values.build) build(resolve(values.out ?? join(root, 'dist', 'client')));
else generate(values.check);

function generate(isCheck: boolean): void {
  const operations = readOperations(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
  const written = presentOperations(operations);
  const files = new Map([
    ['operations.ts', nameTypes(written)],
    ['types.ts', nameTypes(keepTypes(runGenerator(), written))],
  ]);
  const stale = [...files].filter(([file, text]) => readCommitted(file) !== text);
  if (!isCheck) mkdirSync(folder, { recursive: true });
  for (const [file, text] of stale) {
    if (isCheck) console.error(`src/client/generated/${file} is not what openapi.json says. Run: npm run client`);
    else writeFileSync(join(folder, file), text);
  }
  process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
}

/** The whole client Redocly would make; only its types are kept. */
function runGenerator(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bly-client-'));
  try {
    const output = join(dir, 'client.ts');
    const cli = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
    execFileSync(process.execPath, [cli, 'generate-client', join(root, 'openapi.json'), '--output', output], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function build(out: string): void {
  rmSync(out, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'src', 'client', 'tsconfig.json'), '--outDir', out], {
    stdio: 'inherit',
  });
  copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
  // TypeScript rewrites these in what runs and not in what describes it; older compilers do not look behind `.ts`.
  for (const file of globSync(join(out, '**', '*.d.ts'))) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

function readCommitted(file: string): string | undefined {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return undefined;
  }
}
