import { findUnprovenClaims } from './tidy/claims.ts';
import { findDependencyProblems } from './tidy/dependencies.ts';
import { findLostMentions, findLostPaths, findLostShortPaths } from './tidy/documents.ts';
import { findDeadExports } from './tidy/exports.ts';
import { listFiles } from './tidy/files.ts';
import { findForbidden } from './tidy/forbidden.ts';
import { findLockingMigrations, findMisnumberedMigrations, findUnplacedTables } from './tidy/migrations.ts';
import { findModuleState } from './tidy/module-state.ts';
import { findReadmeProblems } from './tidy/readmes.ts';
import { findLargeFolders, findLongLines } from './tidy/sizes.ts';
import { findStatusLists, readLifecycles } from './tidy/status-lists.ts';
import { findOldWords } from './tidy/words.ts';

/**
 * The part of `npm run check` that no off-the-shelf tool covers: what must not be in the tree, folders without a README
 * or with too many files, long lines, lists of states outside their tables, claims without a test, module-level
 * state, migrations that lock large tables, tables without a place on a distributed database, and words that the
 * glossary replaces. Sizes of files and functions and skipped tests are Biome's. `npm run tidy -- --words [path]` looks
 * for old words alone.
 */
const files = listFiles();
const [, , option, path = ''] = process.argv;
const problems =
  option === '--words'
    ? findOldWords(files.filter((file) => file.path.startsWith(path)))
    : [
        ...findForbidden(files),
        ...findReadmeProblems(),
        ...findDependencyProblems(),
        ...findUnprovenClaims(),
        ...findLargeFolders(files),
        ...findLongLines(files),
        ...findLostPaths(files),
        ...findLostShortPaths(files),
        ...findLostMentions(files),
        ...findDeadExports(files),
        ...findLockingMigrations(files),
        ...findMisnumberedMigrations(files),
        ...findUnplacedTables(files),
        ...findModuleState(files),
        ...findOldWords(files),
        ...findStatusLists(files, await readLifecycles(files)),
      ];
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'tidy: nothing to mend' : `tidy: ${problems.length} to mend`);
process.exitCode = problems.length === 0 ? 0 : 1;
