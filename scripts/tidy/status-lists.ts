import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Lifecycle } from '../../src/platform/lifecycle.ts';
import { isCode, isProduct, type SourceFile } from './files.ts';

/** A lifecycle: the name of its export (`tripLifecycle`) and the tree it belongs to (`src`). */
export type NamedLifecycle = Pick<Lifecycle<string>, 'states'> & { readonly name: string; readonly tree: string };

/** Two or more quoted names in brackets, or behind `in` in parentheses as SQL writes them. */
const LISTS = [
  /\[\s*('[a-z_]+'(?:\s*,\s*'[a-z_]+')+)\s*,?\s*\]/g,
  /\bin\s*\(\s*('[a-z_]+'(?:\s*,\s*'[a-z_]+')+)\s*\)/gi,
] as const;
/** Tables of states, and the named sets of them, are written in models; what a client sees of them in contracts. */
const mayList = (path: string): boolean =>
  path.includes('/model/') || path.endsWith('-states.ts') || /\/contract[^/]*\.ts$/.test(path);

/** Reads the lifecycles of the tree: what `defineLifecycle` has made in the files `*-states.ts`. */
export async function readLifecycles(files: readonly SourceFile[]): Promise<readonly NamedLifecycle[]> {
  const found: NamedLifecycle[] = [];
  for (const { path } of files.filter((file) => file.path.endsWith('-states.ts'))) {
    const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(resolve(path)).href);
    const tree = treeOf(path);
    for (const [name, value] of Object.entries(exported))
      if (isLifecycle(value)) found.push({ name, tree, states: value.states });
  }
  return found;
}

const treeOf = (path: string): string => path.split('/')[0] ?? '';

function isLifecycle(value: unknown): value is Lifecycle<string> {
  return typeof value === 'object' && value !== null && 'states' in value && 'allowedFrom' in value;
}

/**
 * Lists of a lifecycle's states outside `model/` and `*-states.ts`: each is a second table that forgets the next
 * status. A list counts when every name in it is a state of one lifecycle of the file's own tree (`src`, `simulator`).
 * Write `allowedFrom(…)` instead, or a named set beside the table.
 */
export function findStatusLists(files: readonly SourceFile[], lifecycles: readonly NamedLifecycle[]): string[] {
  if (lifecycles.length === 0) return ['no lifecycle was found, so no list of states can be checked'];
  return files
    .filter(({ path }) => isCode(path) && isProduct(path) && !mayList(path))
    .flatMap(({ path, text }) => {
      const own = lifecycles.filter(({ tree }) => tree === treeOf(path));
      return listsIn(text).flatMap(({ names, line }) => {
        const owner = own.find(({ states }) => names.every((name) => states.includes(name)));
        if (owner === undefined) return [];
        return [`${path}:${line}: states of ${owner.name} listed outside its table: ${names.join(', ')}`];
      });
    });
}

/** Every list of a file and the number of the line it begins on; examples in comments are left out. */
function listsIn(text: string): { readonly names: readonly string[]; readonly line: number }[] {
  return LISTS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap((match) => {
    const before = text.slice(0, match.index).split('\n');
    if (/^\s*(\/?\*|\/\/)/.test(before.at(-1) ?? '')) return [];
    return [{ names: [...(match[1] ?? '').matchAll(/[a-z_]+/g)].map(([name]) => name), line: before.length }];
  });
}
