import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A file of the tree, read once for all rules. */
export interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** What people did not write: locks, data, pictures, what is generated from the code. */
const NOT_WRITTEN = /^(package-lock\.json|data\/|docs\/assets\/|openapi\.json)|\.(png|ico|svg)$/;

/** Every text file that git tracks or would track. */
export function listFiles(): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return listed
    .split('\n')
    .filter((path) => path !== '' && !NOT_WRITTEN.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

export const isCode = (path: string): boolean => /\.(ts|cjs|js)$/.test(path);
export const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.startsWith('test/');
export const isProduct = (path: string): boolean =>
  /^(src|simulator|web|bin|migrations|deploy)\//.test(path) && !isTest(path);
