import { createApp } from './app.ts';
import { printBanner } from './banner.ts';
import { ensureFirstKey } from './identity/ensure-first-key.ts';
import { loadConfig } from './platform/config.ts';
import { createService, type Service } from './service.ts';

/** Whatever still runs then is cut off: the process is gone within 10 s (contract, section 1). */
const stopTimeoutMs = 9_500;
/** Errors whose message says what to do about them. */
const explainedErrors: ReadonlySet<string> = new Set(['ConfigError', 'EnvironmentMismatch', 'DataDirInUse', 'MigrationRefused']);

await start();

async function start(): Promise<void> {
  try {
    const config = loadConfig(process.env);
    const app = await createApp(config);
    const service = createService(app);
    stopOnSignals(service);
    const firstKey = await ensureFirstKey(app);
    const address = await service.start();
    printBanner({ app, address, firstKey });
  } catch (error) {
    explain(error);
    process.exit(1);
  }
}

/** One line for what the person who starts it can put right; the whole story for anything else. */
function explain(error: unknown): void {
  console.error(error instanceof Error && explainedErrors.has(error.name) ? error.message : error);
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
