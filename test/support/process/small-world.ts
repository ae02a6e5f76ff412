import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testWorldDir } from '../service/service.ts';

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
/** Enough for a schedule to be planned; every scenario airport, hotel and car is added by the sandbox itself. */
const VILLAGE_ROUTES = 60;

/** For a process that lives a few seconds: compiling the database's WebAssembly well would cost more than it saves. */
export const QUICK_NODE_ARGS: readonly string[] = ['--liftoff-only', '--single-threaded-gc'];

/** Compiled modules are kept from one process to the next; an entry is made anew when its source changes. */
export const QUICK_NODE_ENV = { NODE_COMPILE_CACHE: root('node_modules/.cache/bly/compiled') } as const;

const warm = new Map<string, Promise<unknown>>();

/**
 * Fills the cache: only a process that ends by itself writes it, and killed ones never do. It loads everything and
 * stops at its first variable. What was compiled under other arguments of Node's is not found again: they are part of
 * the cache's key.
 */
export function warmCompileCache(nodeArgs: readonly string[]): Promise<unknown> {
  const key = nodeArgs.join(' ');
  const known =
    warm.get(key) ??
    once(
      spawn(process.execPath, [...nodeArgs, root('src/main.ts')], {
        env: { ...QUICK_NODE_ENV, BLY_PORT: 'none' },
        stdio: 'ignore',
      }),
      'exit',
    );
  warm.set(key, known);
  return known;
}

/**
 * The built-in world with few routes between real airports, in a folder of its own: it loads in a fraction of the time.
 */
export function createSmallWorld(dir: string): string {
  mkdirSync(dir);
  const whole = testWorldDir();
  for (const file of readdirSync(whole)) {
    if (file !== 'routes.csv') symlinkSync(join(whole, file), join(dir, file));
  }
  const lines = readFileSync(join(whole, 'routes.csv'), 'utf8')
    .split('\n')
    .slice(0, VILLAGE_ROUTES + 1);
  writeFileSync(join(dir, 'routes.csv'), `${lines.join('\n')}\n`);
  return dir;
}
