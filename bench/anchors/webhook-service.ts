import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import { createApp } from '../../src/app.ts';
import { createApiKey } from '../../src/identity/keys/create-api-key.ts';
import { createOrganization } from '../../src/identity/create-organization.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { defineRoute } from '../../src/platform/http/route.ts';
import { createService } from '../../src/service.ts';
import { EVENT_TYPES } from '../../src/webhooks/model/event-types.ts';
import { publishEvent } from '../../src/webhooks/publish-event.ts';

/**
 * The server of benchmark 9: the product, and one more route that publishes events as bookings do, `count` of them in
 * one transaction. It answers when the commit had come back. Its key is written to BENCH_KEY_FILE.
 */
const publishRoute = defineRoute({
  method: 'POST',
  path: '/v1/publish',
  operationId: 'publish',
  summary: 'Publish.',
  tag: 'bench',
  access: 'key',
  cost: 0,
  isWrite: true,
  refusals: [],
  body: z.object({ type: z.enum(EVENT_TYPES), count: z.int() }),
  response: z.looseObject({ committed_ms: z.number() }),
  async handle({ app, caller, body: { type, count } }) {
    await app.db.transaction(async (tx) => {
      for (let i = 0; i < count; i += 1) {
        await publishEvent(
          tx,
          {
            organizationId: caller.organizationId,
            type,
            bookingRef: 'BLY-ABCDEF',
            status: 'confirmed',
            occurredAt: caller.now,
          },
          app,
        );
      }
    });
    return { committed_ms: performance.timeOrigin + performance.now() };
  },
});
const app = await createApp(loadConfig(process.env));
const { organizationId } = await createOrganization(app, { name: 'Bench' });
const limits = { quotaCalls: 1_000_000, rate: { perSecond: 10_000, burst: 10_000 } };
writeFileSync(
  process.env['BENCH_KEY_FILE'] ?? '',
  (await createApiKey(app, { organizationId, name: 'bench', ...limits })).key,
);
const service = createService(app, { routes: [publishRoute] });
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
await service.start();
