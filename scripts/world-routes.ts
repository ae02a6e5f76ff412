import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from './world-routes/bundle.ts';
import { readLinks } from './world-routes/networks.ts';
import { scheduleRoutes } from './world-routes/schedule.ts';
import { presentFiles } from './world-routes/tables.ts';

/**
 * Generates data/world/routes.csv, and the columns of airports.csv and airlines.csv that count routes, from the
 * hand-written networks.csv. With --check nothing is written: it exits 1 when a committed file is not what it would
 * write.
 */
const dir = join(import.meta.dirname, '..', 'data', 'world');
const routes = scheduleRoutes(readLinks(readSources(dir)));
const { files, figures } = presentFiles(dir, routes);

const stale = [...files].filter(([file, text]) => readCommitted(file) !== text).map(([file]) => file);
if (process.argv.includes('--check')) {
  for (const file of stale)
    console.error(`data/world/${file} is not what scripts/world-routes.ts generates: run npm run world`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const file of stale) writeFileSync(join(dir, file), files.get(file) ?? '');
}
console.log(`world: ${figures}`);

function readCommitted(file: string): string {
  try {
    return readFileSync(join(dir, file), 'utf8');
  } catch {
    return '';
  }
}
