import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * The receiver of benchmark 9, on its own: HTTPS, kept alive. `/hook…` answers 200 and notes when each event came;
 * `/dead` never answers; `/stats` tells and forgets what came; `/release` hangs up on everyone who waits at `/dead`;
 * `/readyz` is for the harness.
 */
const arrivals = new Map<string, number>();
const waiting = new Set<Socket>();
const key = readFileSync(process.env['BENCH_TLS_KEY'] ?? '');
const cert = readFileSync(process.env['BENCH_TLS_CERT'] ?? '');

createServer({ key, cert, keepAlive: true }, (request, response) => {
  const { url = '' } = request;
  request.resume();
  request.on('end', () => {
    if (url.startsWith('/hook')) {
      const id = String(request.headers['webhook-id']);
      if (!arrivals.has(id)) arrivals.set(id, performance.timeOrigin + performance.now());
      response.end();
    } else if (url === '/dead') {
      waiting.add(request.socket);
    } else if (url === '/release') {
      for (const socket of waiting) socket.destroy();
      waiting.clear();
      response.end();
    } else if (url === '/stats') {
      response.end(
        JSON.stringify({
          count: arrivals.size,
          waiting: waiting.size,
          lastMs: Math.max(0, ...arrivals.values()),
          arrivals: arrivals.size > 1_000 ? [] : [...arrivals],
        }),
      );
    } else if (url === '/forget') {
      arrivals.clear();
      response.end();
    } else {
      response.end();
    }
  });
}).listen(Number(process.env['BLY_PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
