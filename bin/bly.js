#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

const { HOME, NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env;
const caches = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'));

// A command lives half a second, most of it spent on compiling: what was compiled is kept where only this user writes. Older Nodes cannot.
if (module.enableCompileCache && caches && !NODE_COMPILE_CACHE && process.argv[2] !== 'serve') module.enableCompileCache(join(caches, 'bly', 'compiled'));
module.createRequire(import.meta.url)('./guard.cjs').run('src/cli/main.ts', process.argv.slice(2), []);
