import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { CommandFailure } from '../command-failure.ts';
import { askOrDo, readConfig } from './admin-process.ts';

const Counts = {
  total: z.number(),
  done: z.number(),
  answered: z.number(),
  failed: z.number(),
  skipped: z.number(),
  unknown: z.number(),
};
const Begun = z.object({ name: z.string(), ...Counts });
/** A process of another version may answer. */
const Progress = z.object({
  ...Counts,
  state: z.enum(['going_on', 'waiting', 'busy', 'stopped', 'ended']),
  retryAfterSeconds: z.number(),
  reason: z.string().optional(),
});
type Progress = z.infer<typeof Progress>;

/** A share of the supplier that is free again within this is waited for. */
const WAIT_MAX_SECONDS = 60;

interface WarmOptions {
  readonly routes: string;
  readonly days: number;
  readonly stay?: number;
  readonly restart?: boolean;
}

/** Adds `admin warm-fares`. */
export function addWarmFaresCommand(admin: Command): void {
  admin
    .command('warm-fares')
    .description('search for fares of routes, so that discovery knows them; goes on where it was stopped')
    .requiredOption('--routes <file>', 'a pair of cities or airports in each line: PAR,LIS')
    .addOption(
      new Option('--days <number>', 'days of departure, from tomorrow on').makeOptionMandatory().argParser(readNumber),
    )
    .addOption(new Option('--stay <days>', 'round trips of so many days (default: one way)').argParser(readNumber))
    .option('--restart', 'begin again')
    .action(warm);
}

function readNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('It is no whole number.');
  return number;
}

async function warm({ routes: file, days, stay, restart = false }: WarmOptions): Promise<void> {
  const config = readConfig();
  const routes = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandFailure(`${file} cannot be read.`, { cause });
  });
  const ask = (command: string, request: unknown) =>
    askOrDo(config, {
      command,
      request,
      // Suppliers are asked by a process that has them, and that shares their budget with the others.
      work: () => Promise.reject(new CommandFailure('No process of this installation runs here: start `bly serve`.')),
    });
  const begun = Begun.parse(await ask('begin_warming', { routes, days, stayDays: stay, isAnew: restart }));
  if (begun.done > 0) console.error(`Going on with ${begun.done} of ${begun.total} done.`);
  console.log(describeEnd(await takeSteps(begun, () => ask('warming_step', { name: begun.name }))));
}

/** Takes steps until nothing is left. Fails where a supplier does not answer, or our share of it is used up. */
async function takeSteps(begun: Pick<Progress, 'total' | 'done'>, step: () => Promise<unknown>): Promise<Progress> {
  let shownPercent = percentOf(begun);
  for (;;) {
    const progress = Progress.parse(await step());
    if (progress.state === 'ended') return progress;
    if (progress.state === 'stopped')
      throw new CommandFailure(
        `${describe(progress)}\nStopped: ${progress.reason}\nThe same command goes on from here.`,
      );
    if (progress.state === 'waiting' && progress.retryAfterSeconds > WAIT_MAX_SECONDS)
      throw new CommandFailure(
        `${describe(progress)}\nStopped: ${progress.reason}\nThe same command goes on from here in ${describeWait(progress.retryAfterSeconds)}.`,
      );
    if (progress.state === 'busy') console.error(`Another process is at it; waiting ${progress.retryAfterSeconds} s.`);
    else if (percentOf(progress) > shownPercent) {
      shownPercent = percentOf(progress);
      console.error(describe(progress));
    }
    if (progress.state !== 'going_on') await wait(progress.retryAfterSeconds * 1_000);
  }
}

function percentOf({ done, total }: Pick<Progress, 'done' | 'total'>): number {
  return total === 0 ? 100 : Math.floor((100 * done) / total);
}

function describe({ done, total, answered, failed, skipped, unknown }: Progress): string {
  const others = [
    [failed, 'failed'],
    [unknown, 'without a known answer'],
    [skipped, 'known already'],
  ] as const;
  const counts = others.flatMap(([count, outcome]) => (count === 0 ? [] : [`, ${count} ${outcome}`]));
  return `${done} of ${total}: ${answered} found${counts.join('')}.`;
}

function describeEnd(progress: Progress): string {
  return `${describe(progress)} Discovery knows them from now on.`;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
function describeWait(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_SECONDS);
  const minutes = Math.ceil((seconds % HOUR_SECONDS) / MINUTE_SECONDS);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}
