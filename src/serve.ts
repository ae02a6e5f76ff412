import type { Registry } from 'prom-client';
import { createApp } from './app.ts';
import { printBanner } from './banner.ts';
import { explainStart } from './explain-start.ts';
import { handOutFirstKey } from './hand-out-first-key.ts';
import { ensureBootstrapKey, makeFirstKey } from './identity/keys/ensure-first-key.ts';
import type { App } from './context.ts';
import type { Config } from './platform/config.ts';
import type { ParentLine } from './platform/processes/join-parent.ts';
import { createService, type Service } from './service.ts';

/** A stop that takes longer is cut off: the process is gone within 10 s (contract, section 1). */
const stopTimeoutMs = 9_500;

/**
 * Serves in this process until a signal: takes requests, runs jobs, or both (BLY_ROLE). What is wrong with the start is
 * said in a line, and the process ends with 1. With `joinParent` it is one of several on the same port: the parent
 * hears when it takes work, and decides which of them greets; a worker then listens nowhere.
 */
export async function serve(config: Config, joinParent?: (registry: Registry) => ParentLine): Promise<void> {
  try {
    const app = await createApp(config);
    const parent = joinParent?.(app.metrics.registry);
    const service = createService(app, {
      ...(parent === undefined
        ? {}
        : {
            renderMetrics: () => parent.gatherMetrics(),
            port: config.role === 'worker' ? ('none' as const) : ('shared' as const),
          }),
    });
    stopOnSignals(service);
    await ensureBootstrapKey(app);
    await service.start();
    if (parent === undefined) await greet(app);
    else {
      parent.onJoined(() => service.server.connections.renew());
      parent.takesWork(() => greet(app));
    }
  } catch (error) {
    console.error(explainStart(error, config) ?? error);
    process.exit(1);
  }
}

/** Only a process that listens makes the first key: one that nobody was shown would be lost. */
async function greet(app: App): Promise<void> {
  const key = await makeFirstKey(app);
  printBanner({
    app,
    firstKey: key === undefined ? undefined : handOutFirstKey(app, key, process.stdout.isTTY === true),
  });
}

function stopOnSignals(service: Service): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      service.app.log.info({ signal }, 'stopping');
      setTimeout(() => process.exit(0), stopTimeoutMs).unref();
      service.stop().then(
        () => process.exit(0),
        (err: unknown) => {
          service.app.log.error({ err }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }
}
