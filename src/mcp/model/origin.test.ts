import { expect, test } from 'vitest';
import { isAllowedOrigin } from './origin.ts';

const sandbox = { publicUrl: 'https://travel.example', environment: 'sandbox' } as const;
const production = { publicUrl: 'https://travel.example', environment: 'production' } as const;

test.each([
  [undefined, true, true],
  ['https://travel.example', true, true],
  ['https://travel.example:8443', false, false],
  ['http://travel.example', false, false],
  ['http://localhost:6274', true, false],
  ['http://127.0.0.1:3000', true, false],
  ['http://[::1]:3000', true, false],
  ['http://localhost.evil.example', false, false],
  ['https://evil.example', false, false],
  ['null', false, false],
  ['', false, false],
])('origin %s: sandbox %s, production %s', (origin, inSandbox, inProduction) => {
  expect([isAllowedOrigin(origin, sandbox), isAllowedOrigin(origin, production)]).toEqual([inSandbox, inProduction]);
});
