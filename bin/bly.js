#!/usr/bin/env node
import module from 'node:module';

module
  .createRequire(import.meta.url)('./guard.cjs')
  .run('src/cli/main.ts', process.argv.slice(2), []);
