import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Finished, type Installation, makeInstallation, type Running } from './process.ts';

const READY = /Contract {4}http/;

/** A fresh installation for each test of a file, and the one service that runs on it. */
export interface OwnInstallation extends Pick<Installation, 'run'> {
  readonly dataDir: string;
  readonly url: string;
  /** Starts the service as `npm start` does; returns what it has said once it answers. */
  start(env?: Readonly<Record<string, string>>): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<Finished | undefined>;
  post(path: string, key: string, body: unknown): Promise<PostAnswer>;
  /** Where the first start puts its key, and the key; empty while there is none. */
  readonly keyFile: string;
  readonly fileKey: string;
}

/** An answer as far as these tests look at it. */
export interface PostAnswer {
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string } };
}

/** The API key in a text; empty without one. */
export const keyIn = (text: string): string => /bly_[sp][0-9A-Za-z]{32}/.exec(text)?.[0] ?? '';

/** Makes one before each test of the file, and ends and removes it after. */
export function useOwnInstallation(): OwnInstallation {
  const now: { installation?: Installation; running?: Running | undefined } = {};
  const installation = (): Installation => {
    if (now.installation === undefined) throw new Error('There is an installation within tests only.');
    return now.installation;
  };
  beforeEach(async () => {
    now.installation = await makeInstallation();
  });
  afterEach(async () => {
    now.running?.child.kill('SIGKILL');
    await now.running?.finished;
    now.running = undefined;
    await installation().remove();
  });
  return {
    get dataDir() {
      return installation().dataDir;
    },
    get url() {
      return installation().url;
    },
    get keyFile() {
      return join(installation().dataDir, 'first-api-key');
    },
    get fileKey() {
      return existsSync(this.keyFile) ? keyIn(readFileSync(this.keyFile, 'utf8')) : '';
    },
    run: (...started) => installation().run(...started),
    async start(env = {}) {
      now.running = installation().run(['bin/guard.cjs', 'src/main.ts'], env);
      return await now.running.outputMatching(READY);
    },
    async stop(signal = 'SIGTERM') {
      now.running?.child.kill(signal);
      const finished = await now.running?.finished;
      now.running = undefined;
      return finished;
    },
    async post(path, key, body) {
      const answer = await fetch(installation().url + path, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const sent: PostAnswer['body'] = JSON.parse(await answer.text());
      return { status: answer.status, body: sent };
    },
  };
}
