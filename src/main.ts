import cluster from 'node:cluster';
import { explainStart } from './explain-start.ts';
import { type Config, loadConfig } from './platform/config.ts';

const config = readConfig();
// The parent of several processes loads nothing of the product.
if (config.processes === 1 && !cluster.isWorker) {
  const { serve } = await import('./serve.ts');
  await serve(config);
} else if (cluster.isPrimary) {
  const { createLogger } = await import('./platform/observability/log.ts');
  const { runProcesses } = await import('./platform/processes/run-processes.ts');
  await runProcesses(
    { ...config, api: config.processes, hasWorker: config.role === 'all' },
    createLogger(config),
  ).catch((error: unknown) => refuseStart(error, config));
} else {
  const { serve } = await import('./serve.ts');
  const { joinParent } = await import('./platform/processes/join-parent.ts');
  await serve(config, joinParent);
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    return refuseStart(error, undefined);
  }
}

function refuseStart(error: unknown, known: Config | undefined): never {
  console.error(explainStart(error, known) ?? error);
  process.exit(1);
}
