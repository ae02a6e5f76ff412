import { dirname } from 'node:path';
import { isCode, type SourceFile } from './files.ts';

/** What fits on a screen of names. */
const FILES_IN_FOLDER_MAX = 25;
const COLUMNS_MAX = 120;

/** Folders with more files than one looks through. */
export function findLargeFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files)
    if (/^(src|simulator|web|test|bench|scripts)\//.test(path) && isCode(path))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > FILES_IN_FOLDER_MAX)
    .map(([folder, count]) => `${folder}: ${count} files: group them in sub-folders of at most ${FILES_IN_FOLDER_MAX}`);
}

/**
 * Lines over 120 columns. The formatter breaks code; what it leaves are comments and texts in quotes or templates,
 * of which only a text that one line must hold may be longer.
 */
export function findLongLines(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isCode(path) && !path.startsWith('src/client/generated/'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (isTooLong(line) ? [`${path}:${index + 1}: ${line.length} columns`] : [])),
    );
}

function isTooLong(line: string): boolean {
  if (line.length <= COLUMNS_MAX) return false;
  const isComment = /^\s*(\/\/|\/?\*)/.test(line) && !line.includes('biome-ignore');
  return isComment || !(isText(line) || /^\s*\/.*\/\w*[,;]?$/.test(line));
}

/** True of a line with a quoted text or a part of a template, which the formatter cannot break. */
function isText(line: string): boolean {
  return /['"`]|<\/?[a-z]|\$\{|^\s*[\w(]/i.test(line);
}
