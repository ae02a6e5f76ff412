import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildOpenApi } from '../src/platform/http/openapi/openapi.ts';
import { routes } from '../src/routes.ts';

/** `npm run openapi` writes the committed document; with `--check` it fails when that is not what the routes say. */
const path = fileURLToPath(new URL('../openapi.json', import.meta.url));
const written = `${JSON.stringify(buildOpenApi(routes), undefined, 2)}\n`;

if (process.argv.includes('--check')) check();
else writeFileSync(path, written);

function check(): void {
  if (readCommitted() === written) return;
  console.error('openapi.json is not what the routes say. Run: npm run openapi');
  process.exit(1);
}

function readCommitted(): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
