import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const StoreCalls = z.object({ store: z.string(), names: z.array(z.string()) });

/** Statements that only a distributed database understands: `npm run test:citus` sends them. */
const NOT_ON_ONE_SERVER: readonly string[] = ['src/platform/db/distribution/citus-store.ts'];

/**
 * Exported functions of stores that no measured test file has called, as `file: function`. `measures` is the folder
 * that test/support/service/measure-file.ts wrote into. A store holds the SQL of its folder, so a function called on
 * PostgreSQL is SQL that PostgreSQL has understood.
 */
export function listUncalledStoreFunctions(measures: string): readonly string[] {
  const called = readCalls(join(measures, 'store-calls.jsonl'));
  return globSync(['src/**/*store*.ts', 'simulator/**/*store*.ts'])
    .filter((path) => !path.endsWith('.test.ts') && !NOT_ON_ONE_SERVER.includes(path))
    .toSorted()
    .flatMap((path) => {
      const functions = readFileSync(path, 'utf8').matchAll(/^export (?:async )?function (\w+)/gm);
      return [...functions].map(([, name]) => `${path}: ${name}`).filter((fn) => !called.has(fn));
    });
}

function readCalls(path: string): ReadonlySet<string> {
  if (!existsSync(path)) return new Set();
  return new Set(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => {
        const { store, names } = StoreCalls.parse(JSON.parse(line));
        return names.map((name) => `${store}: ${name}`);
      }),
  );
}
