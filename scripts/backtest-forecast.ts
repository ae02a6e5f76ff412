import { fileURLToPath } from 'node:url';
import { GRANULARITIES } from '../src/demand/model/forecast/series.ts';
import { loadWorld } from '../simulator/world.ts';
import { backTest, HISTORY_YEARS, HORIZONS, type Outcome, summarise } from './backtest/measure.ts';
import { baselineSeries, otherSeries } from './backtest/series.ts';

/**
 * `npm run backtest`: how well the forecast does on series of the built-in baseline and on others of random structure,
 * against repeating the last season. Prints the table of docs/forecast.md. The same every time.
 */
const SERIES_OF_EACH = 300;
const world = loadWorld(fileURLToPath(new URL('../data/world', import.meta.url)), { seed: 'bly' });
const outcomes = backTest([...baselineSeries(world.demand, SERIES_OF_EACH), ...otherSeries(SERIES_OF_EACH)]);

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function row(name: string, part: readonly Outcome[]): string {
  if (part.length === 0) return `| ${name} | 0 | – | – | – | – | – | – | – |`;
  const { series, forecasts, mase, maseMedian, naiveMase, naiveMaseMedian, better, coverage, coverageOfLarge } =
    summarise(part);
  return `| ${name} | ${series} | ${forecasts} | ${mase.toFixed(2)} / ${maseMedian.toFixed(2)} | ${naiveMase.toFixed(2)} / ${naiveMaseMedian.toFixed(2)} | ${percent(better)} | ${percent(coverage)} | ${coverageOfLarge === undefined ? '–' : percent(coverageOfLarge)} |`;
}

console.log(
  '| series | number | forecasts | MASE mean / median | seasonal naive mean / median | better than naive | in the 80 % band | … of 5 a bucket and more |',
);
console.log('|---|---|---|---|---|---|---|---|');
console.log(row('all', outcomes));
for (const source of ['baseline', 'other'] as const)
  console.log(
    row(
      `of the ${source === 'baseline' ? 'baseline' : 'random kind'}`,
      outcomes.filter((one) => one.source === source),
    ),
  );
for (const isSmall of [true, false])
  console.log(
    row(
      isSmall ? 'under 5 a bucket' : '5 a bucket and more',
      outcomes.filter((one) => one.isSmall === isSmall),
    ),
  );
for (const granularity of GRANULARITIES) {
  for (const years of HISTORY_YEARS)
    console.log(
      row(
        `by ${granularity}, from ${years} years`,
        outcomes.filter((one) => one.granularity === granularity && one.years === years),
      ),
    );
  for (const horizon of HORIZONS) {
    console.log(
      row(
        `by ${granularity}, ${horizon} ahead`,
        outcomes.filter((one) => one.granularity === granularity && one.horizon === horizon),
      ),
    );
  }
}
