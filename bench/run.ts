import { ordersBenchmark } from './01-orders.ts';
import { flightSearchBenchmark } from './05-flight-search.ts';
import { keyCheckBenchmark } from './08-key-check.ts';
import { statementsBenchmark } from './12-statements.ts';
import { startBenchmark } from './13-start.ts';
import type { Benchmark } from './harness.ts';

/**
 * `npm run bench [-- 1 5 …]`: measures the figures of the speed budgets, each against an anchor in the same run, and
 * prints the table. A figure that is not met is printed as such; the exit code stays 0, because speed is not a test.
 */
const ALL: readonly Benchmark[] = [ordersBenchmark, flightSearchBenchmark, keyCheckBenchmark, statementsBenchmark, startBenchmark];
const wanted = process.argv.slice(2).map(Number);

for (const benchmark of ALL.filter((one) => wanted.length === 0 || wanted.includes(one.number))) {
  const figure = await benchmark.measure();
  console.log(`\n${figure.number}. ${figure.name}\n   ${figure.result} (target ${figure.target}) ${figure.isMet ? 'met' : 'NOT MET'}`);
  for (const line of figure.detail) console.log(`   · ${line}`);
}
