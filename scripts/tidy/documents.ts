import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCode, type SourceFile } from './files.ts';

/** Paths of the tree as documents write them, in backticks: `src/flights/routes.ts`. */
const PATHS = /`((?:src|simulator|web|test|bench|scripts|docs|data|migrations|deploy|bin)\/[\w./-]+\.\w+)`/g;

/** Files as a folder's README writes them, from its own folder, the one above or `src/`: `model/trip.ts`. */
const SHORT_PATHS =
  /`(?!(?:src|simulator|web|test|bench|scripts|docs|data|migrations|deploy|bin)\/)((?:[\w-]+\/)*[\w.-]+\.ts)`/g;
/** Files of code that a comment names, with as much of the path as it likes. */
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)/;
const NAMED_IN_COMMENT = /(?<![\w/.*<-])((?:[\w-]+\/)*[\w][\w.-]*\.ts)\b/g;

/** Records of what once was: they name what stood there then. */
const isRecord = (path: string): boolean => path === 'CHANGELOG.md' || path.startsWith('docs/decisions/');

/** Files that documents name and that are not there. */
export function findLostPaths(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.endsWith('.md') && !isRecord(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) =>
        Array.from(line.matchAll(PATHS), ([, named = '']) => named)
          .filter((named) => !named.includes('NNNN') && !existsSync(named))
          .map((named) => `${path}:${index + 1}: ${named} is not there`),
      ),
    );
}

/** Files that the README of a folder names by a short path, and that are not there. */
export function findLostShortPaths(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.endsWith('/README.md'))
    .flatMap(({ path, text }) => {
      const folder = dirname(path);
      const isThere = (named: string) =>
        ['.', 'src', folder, dirname(folder)].some((from) => existsSync(join(from, named)));
      return findNamed(text, SHORT_PATHS, () => true)
        .filter(({ named }) => !isThere(named) && (named.includes('/') || !endsAny(files, named)))
        .map(({ line, named }) => `${path}:${line}: ${named} is not there`);
    });
}

/** Files that comments of the code name, and that are nowhere. */
export function findLostMentions(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, text }) =>
      findNamed(text, NAMED_IN_COMMENT, (line) => COMMENT.test(line))
        .filter(({ named }) => !endsAny(files, named))
        .map(({ line, named }) => `${path}:${line}: ${named} is nowhere`),
    );
}

function findNamed(text: string, pattern: RegExp, isLooked: (line: string) => boolean) {
  return text
    .split('\n')
    .flatMap((content, index) =>
      isLooked(content) ? Array.from(content.matchAll(pattern), ([, named = '']) => ({ line: index + 1, named })) : [],
    );
}

function endsAny(files: readonly SourceFile[], named: string): boolean {
  return files.some(({ path }) => path === named || path.endsWith(`/${named}`));
}
