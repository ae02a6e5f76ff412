import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of files: those named, which take longest, first, then as Vitest would. Begun early, all workers end
 * together; on a fresh clone Vitest knows only sizes. A name is the end of a path without `.test.ts`.
 */
export function longestFirst(names: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification): number => {
    const place = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return place === -1 ? names.length : place;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const others = await super.sort(files);
      return others.toSorted((a, b) => rank(a) - rank(b));
    }
  };
}
