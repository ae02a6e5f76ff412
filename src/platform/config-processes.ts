import { availableParallelism } from 'node:os';
import * as z from 'zod';

/** More are several machines' work. */
const PROCESSES_MAX = 64;

/** The variables of what one start runs, as `.env.example` explains them. */
export const processesVariables = (wholeNumber: (min: number, max: number) => z.ZodType<number, string>) => ({
  BLY_ROLE: z.enum(['all', 'api', 'worker'], 'must be all, api or worker').default('all'),
  BLY_PROCESSES: z
    .union(
      [z.literal('auto').transform(() => availableParallelism()), wholeNumber(1, PROCESSES_MAX)],
      `must be auto or a whole number from 1 to ${PROCESSES_MAX}`,
    )
    .default(1),
});

/** What contradicts itself among these variables, as one line; undefined where nothing does. */
export function findProcessesContradiction(
  variables: z.infer<z.ZodObject<ReturnType<typeof processesVariables>>> & {
    readonly DATABASE_URL?: string | undefined;
    readonly REDIS_URL?: string | undefined;
    readonly BLY_PORT: number;
  },
): string | undefined {
  if (variables.BLY_ROLE !== 'all' && variables.DATABASE_URL === undefined)
    return 'BLY_ROLE other than all needs DATABASE_URL: the embedded database serves one process.';
  if (variables.BLY_PROCESSES === 1) return undefined;
  if (variables.DATABASE_URL === undefined)
    return 'BLY_PROCESSES needs DATABASE_URL: the embedded database serves one process.';
  if (variables.REDIS_URL === undefined)
    return 'BLY_PROCESSES needs REDIS_URL: without it each process counts rates and attempts for itself.';
  if (variables.BLY_ROLE === 'worker')
    return 'BLY_PROCESSES is for processes that take requests. Workers share no port: start as many as you want.';
  return variables.BLY_PORT === 0 ? 'BLY_PROCESSES needs a BLY_PORT other than 0: all processes share it.' : undefined;
}
