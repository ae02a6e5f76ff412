import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareTestDataDir } from '../service/database.ts';
import { QUICK_NODE_ARGS, QUICK_NODE_ENV } from './small-world.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A `bly` that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}
/** A `bly` that runs. */
export interface RunningCommand {
  readonly ended: Promise<Ended>;
  /** What it has written to either stream so far, once that matches. */
  saying(pattern: RegExp): Promise<string>;
  /** Ends it as Ctrl-C does. */
  interrupt(): void;
}
/** A person's computer as far as `bly` looks at it: a home of its own and nothing of our environment. */
export interface CliFixture {
  readonly home: string;
  start(
    args: readonly string[],
    more?: { readonly input?: string; readonly env?: Readonly<Record<string, string>> },
  ): RunningCommand;
  run(
    args: readonly string[],
    more?: { readonly input?: string; readonly env?: Readonly<Record<string, string>> },
  ): Promise<Ended>;
  /** Puts a migrated database where commands look for one that no process has open. */
  prepareDatabase(): Promise<void>;
  remove(): Promise<void>;
}

/** A home whose commands call as `env` says. */
export function openCliFixture(env: Readonly<Record<string, string>>): CliFixture {
  const home = mkdtempSync(join(tmpdir(), 'bly-cli-'));
  const start: CliFixture['start'] = (args, more = {}) => {
    const child = spawn(process.execPath, [...QUICK_NODE_ARGS, 'bin/bly.js', ...args], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...QUICK_NODE_ENV,
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        BLY_DATA_DIR: join(home, 'data'),
        ...env,
        ...more.env,
      },
    });
    const seen = { output: '', errors: '' };
    const watchers = new Set<() => void>();
    const keep = (name: 'output' | 'errors') => (chunk: unknown) => {
      seen[name] += String(chunk);
      for (const look of watchers) look();
    };
    child.stdout.on('data', keep('output'));
    child.stderr.on('data', keep('errors'));
    child.stdin.end(more.input ?? '');
    const { promise: ended, resolve } = Promise.withResolvers<Ended>();
    child.on('close', (code) => resolve({ code, ...seen }));
    return {
      ended,
      interrupt: () => void child.kill('SIGINT'),
      async saying(pattern) {
        const said = Promise.withResolvers<void>();
        const look = () => {
          if (pattern.test(seen.output + seen.errors)) said.resolve();
        };
        watchers.add(look);
        look();
        await Promise.race([said.promise, ended]);
        watchers.delete(look);
        if (!pattern.test(seen.output + seen.errors))
          throw new Error(`bly ended without ${pattern}: ${seen.output}${seen.errors}`);
        return seen.output + seen.errors;
      },
    };
  };
  return {
    home,
    start,
    run: (args, more) => start(args, more).ended,
    prepareDatabase: () => prepareTestDataDir(join(home, 'data')),
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
