import { expect, test } from 'vitest';
import { findModuleState } from '../../scripts/tidy/module-state.ts';

const find = (path: string, text: string) =>
  findModuleState([{ path, text }]).filter((found) => found.startsWith(path));

test('tidy refuses variables and collections outside functions, in the product and in the simulator', () => {
  const text = 'let last = 0;\nexport const seen = new Map<string, number>();\n';
  for (const path of ['src/doors/door.ts', 'simulator/doors/door.ts', 'web/doors/door.ts'])
    expect(find(path, text)).toEqual([
      `${path} last: module-level state: give it to App or an owner`,
      `${path} seen: module-level state: give it to App or an owner`,
    ]);
});

test('constants, state of functions, tests and scripts of the browser are no module-level state', () => {
  const path = 'simulator/doors/door.ts';
  expect(find(path, "const WOODS: ReadonlySet<string> = new Set(['oak']);\n")).toEqual([]);
  expect(find(path, 'export function open() {\n  let last = 0;\n}\n')).toEqual([]);
  expect(find('simulator/doors/door.test.ts', 'let last = 0;\n')).toEqual([]);
  expect(find('web/doors/browser/door.ts', 'let last = 0;\n')).toEqual([]);
});
