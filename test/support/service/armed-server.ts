import { readFileSync } from 'node:fs';
import { createApp } from '../../../src/app.ts';
import { ensureBootstrapKey } from '../../../src/identity/keys/ensure-first-key.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { createService } from '../../../src/service.ts';

/**
 * A server process for tests that kill one of several at a step: like src/main.ts, but it kills itself (SIGKILL) at the
 * fault point that the file FAULT_FILE names. The file is read at each point, so that a running process can be armed.
 */
const faultFile = process.env['FAULT_FILE'] ?? '/dev/null';
const app = await createApp(loadConfig(process.env), {
  faults: {
    pass(point) {
      if (readFileSync(faultFile, 'utf8') === point) process.kill(process.pid, 'SIGKILL');
    },
  },
});
const service = createService(app);
await ensureBootstrapKey(app);
await service.start();
