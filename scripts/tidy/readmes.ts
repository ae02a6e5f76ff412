import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const README_LINES_MAX = 20;

/** Folders of src without a README that says what they own, and READMEs that have grown into manuals. */
export function findReadmeProblems(): string[] {
  const problems: string[] = [];
  for (const folder of readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const readme = join('src', folder.name, 'README.md');
    if (!existsSync(readme)) problems.push(`src/${folder.name}: no README.md that says what it owns`);
    // The client's is read by those who install the package: it is a manual.
    else if (folder.name !== 'client' && readFileSync(readme, 'utf8').trimEnd().split('\n').length > README_LINES_MAX)
      problems.push(`${readme}: over ${README_LINES_MAX} lines`);
  }
  return problems;
}
