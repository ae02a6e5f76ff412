import { createApp } from './app.ts';
import { printBanner } from './banner.ts';
import { explainStart } from './explain-start.ts';
import { handOutFirstKey } from './hand-out-first-key.ts';
import { ensureBootstrapKey, makeFirstKey } from './identity/keys/ensure-first-key.ts';
import { type Config, loadConfig } from './platform/config.ts';
import { createService, type Service } from './service.ts';

/** A stop that takes longer is cut off: the process is gone within 10 s (contract, section 1). */
const stopTimeoutMs = 9_500;

await start();

async function start(): Promise<void> {
  let config: Config | undefined;
  try {
    config = loadConfig(process.env);
    const app = await createApp(config);
    const service = createService(app);
    stopOnSignals(service);
    await ensureBootstrapKey(app);
    const address = await service.start();
    // Only a process that listens makes it: a key that nobody was shown would be lost.
    const key = await makeFirstKey(app);
    printBanner({
      app,
      address,
      firstKey: key === undefined ? undefined : handOutFirstKey(app, key, process.stdout.isTTY === true),
    });
  } catch (error) {
    console.error(explainStart(error, config) ?? error);
    process.exit(1);
  }
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
