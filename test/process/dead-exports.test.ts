import { expect, test } from 'vitest';
import { findDeadExports } from '../../scripts/tidy/exports.ts';

const DOOR = { path: 'src/doors/door.ts', text: 'export function openDoor() {}\n/** Not as `openDoor` does. */\n' };
const NONE: ReadonlyMap<string, string> = new Map();

const importing = (path: string, specifier: string) => ({ path, text: `import { openDoor } from '${specifier}';\n` });
const HOUSE = importing('src/houses/house.ts', '../doors/door.ts');
const UNIT_TEST = importing('src/doors/door.test.ts', './door.ts');
const JOURNEY = importing('test/journeys/doors.test.ts', '../../src/doors/door.ts');
const SCRIPT = importing('scripts/doors.ts', '../src/doors/door.ts');

test('tidy refuses an export that nobody imports, and one that only tests use', () => {
  expect(findDeadExports([DOOR], NONE)).toEqual(['src/doors/door.ts: openDoor is exported and nobody imports it']);
  for (const user of [UNIT_TEST, JOURNEY])
    expect(findDeadExports([DOOR, user], NONE)).toEqual([
      'src/doors/door.ts: openDoor is exported and only tests use it',
    ]);
  for (const user of [HOUSE, SCRIPT]) expect(findDeadExports([DOOR, UNIT_TEST, user], NONE)).toEqual([]);
});

test('tidy refuses an export of src/ that of the product the simulator alone uses', () => {
  const yard = importing('simulator/yards/yard.ts', '../../src/doors/door.ts');
  for (const files of [[yard], [yard, UNIT_TEST]])
    expect(findDeadExports([DOOR, ...files], NONE)).toEqual([
      'src/doors/door.ts: openDoor is exported and only simulator/ uses it: move it there',
    ]);
  expect(findDeadExports([DOOR, yard, HOUSE], NONE)).toEqual([]);
});

test('what its own file uses may be exported for a test', () => {
  const text = `${DOOR.text}export const enter = () => openDoor();\n`;
  const porch = { path: 'src/houses/porch.ts', text: "import { enter as step } from '../doors/door.ts';\n" };
  expect(findDeadExports([{ ...DOOR, text }, UNIT_TEST, porch], NONE)).toEqual([]);
});

test('a module that is taken whole is used; types, tests and the published client are not judged', () => {
  const whole = { path: 'src/houses/house.ts', text: "const door = await import('../doors/door.ts');\n" };
  expect(findDeadExports([DOOR, whole], NONE)).toEqual([]);
  for (const path of ['test/support/door.ts', 'src/client/door.ts', 'src/doors/door.test.ts'])
    expect(findDeadExports([{ ...DOOR, path }], NONE)).toEqual([]);
  expect(findDeadExports([{ ...DOOR, text: 'export type Door = string;\n' }], NONE)).toEqual([]);
});

test('an exemption says why, and is refused once it is not needed', () => {
  const exempt = new Map([['src/doors/door.ts#openDoor', 'a test holds it against the database']]);
  expect(findDeadExports([DOOR, UNIT_TEST], exempt)).toEqual([]);
  for (const files of [[DOOR, UNIT_TEST, HOUSE], [UNIT_TEST]])
    expect(findDeadExports(files, exempt)).toEqual(['src/doors/door.ts#openDoor: needs no exemption any more']);
});
