import * as z from 'zod';
import { createApp } from '../../src/app.ts';
import { ensureFirstKey } from '../../src/identity/ensure-first-key.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { type AnyRoute, defineRoute } from '../../src/platform/http/route.ts';
import { createService } from '../../src/service.ts';

/**
 * The server of budget 8: the same small GET twice, once behind key check, scope, rate, quota and credit, once open. Everything
 * else of the product is as always. Prints the keys it made: one of ordinary shape with limits no benchmark reaches.
 */
const Pong = z.looseObject({ pong: z.boolean(), at: z.string() });
const shared = { method: 'GET', summary: 'Pong', tag: 'bench', response: Pong, refusals: [], isWrite: false } as const;
const routes: readonly AnyRoute[] = [
  defineRoute({ ...shared, operationId: 'keyed', path: '/v1/keyed', access: 'key', scope: 'search', cost: 1, handle: async ({ app }) => ({ pong: true, at: app.clock.now().toISOString() }) }),
  defineRoute({ ...shared, operationId: 'open', path: '/v1/open', access: 'open', cost: 0, handle: async ({ app }) => ({ pong: true, at: app.clock.now().toISOString() }) }),
];
const app = await createApp(loadConfig(process.env));
await ensureFirstKey(app);
const service = createService(app, { routes });
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
await service.start();
