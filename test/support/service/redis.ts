import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFreePort } from '../../../scripts/free-port.ts';
import { until } from './server-fixture.ts';

/** Whether this machine has a Redis server to start. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

const startTimeoutMs = 20_000;

/** A Redis of the test's own, that may be stopped, emptied and started again on the same port. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** Ends it; what it held is gone. */
  stop(): Promise<void>;
  /** Empties it. */
  flush(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const port = await claimFreePort();
  const directory = mkdtempSync(join(tmpdir(), 'bly-redis-'));
  let child: ChildProcess | undefined;
  const isUp = () =>
    sendCommand(port, 'PING').then(
      (answer) => answer.startsWith('+PONG'),
      () => false,
    );
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory],
        { stdio: 'ignore' },
      );
      await until(isUp, startTimeoutMs);
    },
    async stop() {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = undefined;
    },
    flush: async () => {
      await sendCommand(port, 'FLUSHALL');
    },
    async remove() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function sendCommand(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    const [data] = await once(socket, 'data');
    return String(data);
  } finally {
    socket.destroy();
  }
}
