import { readFileSync } from 'node:fs';

/** Packages that docs/dependencies.md does not name with their reason, and versions that are not exact. */
export function findDependencyProblems(): string[] {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  const named = readFileSync('docs/dependencies.md', 'utf8');
  return ['dependencies', 'devDependencies', 'optionalDependencies']
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .flatMap(([name, version]) => [
      ...(named.includes(`\`${name}\``) ? [] : [`${name}: not named in docs/dependencies.md with its reason`]),
      ...(/^\d/.test(version) ? [] : [`${name}: version ${version} is not exact`]),
    ]);
}
