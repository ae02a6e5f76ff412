import { createServer } from 'node:http';
import { createApp } from '../../src/app.ts';
import type { DemandRecorder } from '../../src/demand/record/demand-recorder.ts';
import type { RequestRecorder } from '../../src/request-log/request-recorder.ts';
import { ensureBootstrapKey } from '../../src/identity/keys/ensure-first-key.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service.ts';

/**
 * The product as `src/main.ts` starts it, for budgets 17 and 26: what `BENCH_RECORDER` names (`demand`: signals, which
 * are not read from answers either; `requests`) goes nowhere but after a request for `/on` on the port
 * `BENCH_SWITCH_PORT`, until one for `/off`. Each is answered once what was taken before it is written. The other one
 * is off for good.
 */
const app = await createApp(loadConfig(process.env));
let isRecording = false;
const switched: DemandRecorder = {
  record: (signal) => (isRecording ? app.demand.record(signal) : undefined),
  prepare(read) {
    const record = app.demand.prepare(read);
    return () => (isRecording ? record() : undefined);
  },
  settle: () => app.demand.settle(),
  stop: () => app.demand.stop(),
};
const requestLog: RequestRecorder = {
  record: (request) => (isRecording ? app.requestLog.record(request) : undefined),
  settle: () => app.requestLog.settle(),
  stop: () => app.requestLog.stop(),
};
const isOff = { record: () => undefined, prepare: () => () => undefined };
const service = createService({
  ...app,
  ...(process.env['BENCH_RECORDER'] === 'requests'
    ? { demand: { ...switched, ...isOff }, requestLog }
    : { demand: switched, requestLog: { ...requestLog, ...isOff } }),
});
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
await ensureBootstrapKey(app);
await service.start();
createServer((request, response) => {
  isRecording = request.url === '/on';
  void Promise.all([app.demand.settle(), app.requestLog.settle()]).then(() => response.end());
}).listen(Number(process.env['BENCH_SWITCH_PORT']), '127.0.0.1');
