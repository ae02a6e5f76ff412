#!/usr/bin/env node
import { createRequire } from 'node:module';

createRequire(import.meta.url)('./guard.cjs').run('src/cli/main.ts', process.argv.slice(2), []);
