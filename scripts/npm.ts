import { spawnSync } from 'node:child_process';

/**
 * Runs npm on the Node this project pins: `npm run deps -- install --save-exact pino`. Under an older Node, npm quietly
 * resolves older versions of what is asked for.
 */
const npm = process.env['npm_execpath'];
if (npm === undefined) {
  console.error('Run this through npm: npm run deps -- <npm arguments>');
  process.exit(2);
}
process.exitCode = spawnSync(process.execPath, [npm, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
