import type { Route } from './mix.ts';

/** What a calendar has shown. */
export interface CalendarSeen {
  readonly route: Route;
  readonly stayDays: number | undefined;
  readonly days: readonly {
    readonly date: string;
    readonly isKnown: boolean;
    readonly ageMs: number | undefined;
    /** Minor units. */
    readonly lowest: number | undefined;
  }[];
}

/** A fare that was shown against its price now: 0.05 was shown 5 % too dear. */
export interface FareCompared {
  readonly ageMs: number;
  readonly error: number;
}

/** Everything that is printed. */
export interface Measured {
  readonly command: string;
  readonly routes: number;
  readonly calls: { readonly searches: number; readonly calendars: number; readonly samples: number };
  readonly seen: readonly CalendarSeen[];
  readonly isSameAfterRestart: boolean;
  readonly compared: readonly FareCompared[];
  readonly sampled: readonly { readonly before: number; readonly after: number }[];
}

const HOUR_MS = 3_600_000;
const AGES = [
  { name: 'under 6 h', hours: 6 },
  { name: '6 to 24 h', hours: 24 },
  { name: '1 to 3 days', hours: 72 },
  { name: '3 to 7 days', hours: 168 },
  { name: '7 to 14 days', hours: 336 },
  { name: '14 to 30 days', hours: 720 },
] as const;
const NEAR = 0.05;

/** Prints the tables of docs/discovery.md. */
export function printTables({ command, routes, calls, seen, isSameAfterRestart, compared, sampled }: Measured): void {
  console.log(`    ${command}\n\n${routes} pairs of cities.\n`);
  printCoverage(seen);
  printAges(seen, compared);
  const [before, after] = [sum(sampled.map((one) => one.before)), sum(sampled.map((one) => one.after))];
  console.log('| calls of the supplier | |\n|---|---|');
  console.log(`| for the searches | ${calls.searches} |`);
  console.log(`| for ${seen.length} calendars | ${calls.calendars} |`);
  console.log(
    `| for ${sampled.length} calendars with \`sample: 12\`, which knew ${before} days before and ${after} after | ${calls.samples} |`,
  );
  console.log(`\nThe same calendars after a restart: ${isSameAfterRestart ? 'the same answers' : 'OTHER ANSWERS'}.`);
}

/** The share of days known, for all calendars and for those of the routes that are asked for most. */
function printCoverage(seen: readonly CalendarSeen[]): void {
  const busiest = [...new Set(seen.map(({ route }) => route))].toSorted((a, b) => b.weight - a.weight);
  const tenth = new Set(busiest.slice(0, Math.ceil(busiest.length / 10)));
  console.log(
    '| calendars of 60 days | number | days known | with a day known | median of days known |\n|---|---|---|---|---|',
  );
  const rows: readonly (readonly [string, (one: CalendarSeen) => boolean])[] = [
    ['one way', ({ stayDays }) => stayDays === undefined],
    ['a week', ({ stayDays }) => stayDays !== undefined],
    ['one way, the busiest tenth of the routes', ({ stayDays, route }) => stayDays === undefined && tenth.has(route)],
    ['a week, the busiest tenth of the routes', ({ stayDays, route }) => stayDays !== undefined && tenth.has(route)],
  ];
  for (const [name, isMeant] of rows) {
    const counts = seen.filter(isMeant).map(({ days }) => ({
      known: days.filter(({ isKnown }) => isKnown).length,
      all: days.length,
    }));
    const known = counts.map((one) => one.known);
    console.log(
      `| ${name} | ${counts.length} | ${percent(sum(known) / sum(counts.map(({ all }) => all)))} | ${percent(known.filter((count) => count > 0).length / counts.length)} | ${quantile(known, 0.5)} |`,
    );
  }
  console.log('');
}

/** How old the fares are that were shown, and how far off they are. */
function printAges(seen: readonly CalendarSeen[], compared: readonly FareCompared[]): void {
  const ages = seen.flatMap(({ days }) => days.flatMap(({ ageMs }) => ageMs ?? []));
  console.log(
    '| age of a fare shown | share of them | compared | median error | 90 % are within | within 5 % | shown too cheap on average by |\n|---|---|---|---|---|---|---|',
  );
  let from = 0;
  for (const { name, hours } of AGES) {
    const isOfAge = (ageMs: number): boolean => ageMs >= from * HOUR_MS && ageMs < hours * HOUR_MS;
    const errors = compared.filter(({ ageMs }) => isOfAge(ageMs)).map(({ error }) => error);
    const sizes = errors.map(Math.abs);
    const share = percent(ages.filter(isOfAge).length / ages.length);
    console.log(
      errors.length === 0
        ? `| ${name} | ${share} | 0 | – | – | – | – |`
        : `| ${name} | ${share} | ${errors.length} | ${percent(quantile(sizes, 0.5))} | ${percent(quantile(sizes, 0.9))} | ${percent(sizes.filter((size) => size <= NEAR).length / sizes.length)} | ${percent(-sum(errors) / errors.length)} |`,
    );
    from = hours;
  }
  console.log(`\nMedian age: ${(quantile(ages, 0.5) / HOUR_MS / 24).toFixed(1)} days.\n`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(share * 100).toFixed(1)} %` : '–';
}
