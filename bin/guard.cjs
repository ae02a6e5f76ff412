// biome-ignore-all lint/style/useNodejsImportProtocol: the old Node that this file is for does not know it.
'use strict';
// Plain CommonJS that even Node 12 can read: the rest of this project is TypeScript, which Node runs from 22.18 on.
// Usage: node bin/guard.cjs [options for Node] <file.ts> [arguments]

const { spawn } = require('child_process');
const { existsSync } = require('fs');
const module_ = require('module');
const { join, resolve } = require('path');
const { pathToFileURL } = require('url');

const MINIMUM = [22, 18];
const root = resolve(__dirname, '..');

/** Runs a TypeScript file of this project: here if this Node can, else in the Node that was installed with it. */
function run(file, args, options) {
  const isFine = canStripTypes(process.versions.node);
  if (isFine && options.length > 0) {
    runIn(process.execPath, options.concat(resolve(root, file), args));
    return;
  }
  if (isFine) {
    const path = resolve(root, file);
    process.argv = [process.argv[0], path].concat(args);
    keepCompiled();
    import(pathToFileURL(path).href).catch(fail);
    return;
  }
  const node = findBundledNode();
  if (node) runIn(node, options.concat(__filename, file, args));
  else explain(file, args);
}

/**
 * What was compiled is kept where only this user writes: a command lives half a second, most of it spent on compiling,
 * and a server starts sooner and needs 10 MB less, for it strips no types. Older Nodes cannot; where nothing can be
 * written, nothing is kept.
 */
function keepCompiled() {
  const caches = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'));
  if (module_.enableCompileCache && caches && !process.env.NODE_COMPILE_CACHE)
    module_.enableCompileCache(join(caches, 'bly', 'compiled'));
}

function canStripTypes(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major === 23) return minor >= 6;
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
}

function findBundledNode() {
  const path = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  return existsSync(path) ? path : undefined;
}

function runIn(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', fail);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

function explain(file, args) {
  console.error(
    'Bly needs Node ' +
      MINIMUM.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '.\n' +
      'Run it with a newer one, without installing anything for good:\n\n' +
      '  ' +
      ['npx', '--yes', '--package=node@24', 'node', file].concat(args).join(' ') +
      '\n',
  );
  process.exit(1);
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

function main(args) {
  const count = args.findIndex((argument) => !argument.startsWith('--'));
  run(args[count], args.slice(count + 1), args.slice(0, count));
}

module.exports = { run, canStripTypes };
if (require.main === module) main(process.argv.slice(2));
