import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Preloaded by `node --import`: appends the URL of each module that the process loads to the file LOADED_MODULES_FILE.
const file = process.env['LOADED_MODULES_FILE'];
if (file === undefined) throw new Error('LOADED_MODULES_FILE is not set');
registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
