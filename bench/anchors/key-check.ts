import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import { createApp } from '../../src/app.ts';
import { createApiKey } from '../../src/identity/keys/create-api-key.ts';
import { createOrganization } from '../../src/identity/create-organization.ts';
import { addCredits } from '../../src/metering/change-credits.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { type AnyRoute, defineRoute } from '../../src/platform/http/route.ts';
import { createService } from '../../src/service.ts';

/**
 * The server of budget 8: the same small GET twice, once behind key check, scope, rate, quota and credit, once open.
 * Everything else of the product is as always. The key is an ordinary one, counted against rate, quota and credit, with
 * limits no benchmark reaches; it is written to BENCH_KEY_FILE.
 */
const Pong = z.looseObject({ pong: z.boolean(), at: z.string() });
const shared = { method: 'GET', summary: 'Pong', tag: 'bench', response: Pong, refusals: [], isWrite: false } as const;
const routes: readonly AnyRoute[] = [
  defineRoute({
    ...shared,
    operationId: 'keyed',
    path: '/v1/keyed',
    access: 'key',
    scope: 'search',
    cost: 1,
    handle: async ({ app }) => ({ pong: true, at: app.clock.now().toISOString() }),
  }),
  defineRoute({
    ...shared,
    operationId: 'open',
    path: '/v1/open',
    access: 'open',
    cost: 0,
    handle: async ({ app }) => ({ pong: true, at: app.clock.now().toISOString() }),
  }),
];
const limits = { quotaCalls: 1_000_000_000, rate: { perSecond: 1_000_000, burst: 1_000_000 } };
const creditsAmple = 1_000_000_000;
const app = await createApp(loadConfig(process.env));
const { organizationId } = await createOrganization(app, { name: 'Bench' });
await addCredits(app, organizationId, creditsAmple);
writeFileSync(
  process.env['BENCH_KEY_FILE'] ?? '',
  (await createApiKey(app, { organizationId, name: 'bench', ...limits })).key,
);
const service = createService(app, { routes });
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
await service.start();
