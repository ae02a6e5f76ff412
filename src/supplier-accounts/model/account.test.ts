import { expect, test } from 'vitest';
import { findTokenProblem, type InstallationMode } from './account.ts';

const MODES = {
  sandbox: { environment: 'sandbox', isRehearsal: false },
  production: { environment: 'production', isRehearsal: false },
  rehearsal: { environment: 'production', isRehearsal: true },
} as const satisfies Record<string, InstallationMode>;
const problem = (token: string, mode: keyof typeof MODES) => findTokenProblem('duffel', token, MODES[mode]);

test('live tokens are for production, test tokens for the sandbox and for rehearsals', () => {
  expect(problem('duffel_test_0123456789', 'sandbox')).toBeUndefined();
  expect(problem('duffel_test_0123456789', 'rehearsal')).toBeUndefined();
  expect(problem('duffel_live_0123456789', 'production')).toBeUndefined();
  expect(problem('duffel_live_0123456789', 'sandbox')).toContain('is a live token');
  expect(problem('duffel_live_0123456789', 'rehearsal')).toContain('is a live token');
  expect(problem('duffel_test_0123456789', 'production')).toContain('is a test token');
});

test('what is no token of the supplier is refused without being repeated', () => {
  for (const text of ['', 'x', 'duffel_test_', 'duffel_prod_0123456789', ' duffel_test_0123456789', 'sk_test_01234567'])
    expect(problem(text, 'sandbox')).toBe('must begin with duffel_test_ or duffel_live_');
});
