import { ordersBenchmark } from './01-orders.ts';
import { tripWritesBenchmark } from './02-trip-writes.ts';
import { earliestArrivalBenchmark } from './03-earliest-arrival.ts';
import { fullShopBenchmark } from './04-full-shop.ts';
import { flightSearchBenchmark } from './05-flight-search.ts';
import { cachedSearchBenchmark } from './06-cached-search.ts';
import { findDestinationBenchmark } from './07-find-destination.ts';
import { keyCheckBenchmark } from './08-key-check.ts';
import { webhooksBenchmark } from './09-webhooks.ts';
import { memoryBenchmark } from './10-memory.ts';
import { overloadBenchmark } from './11-overload.ts';
import { statementsBenchmark } from './12-statements.ts';
import { startBenchmark } from './13-start.ts';
import { hotelSearchBenchmark } from './14-hotel-search.ts';
import { carSearchBenchmark } from './15-car-search.ts';
import { demandBenchmark } from './16-demand.ts';
import { demandRecordingBenchmark, requestLogBenchmark } from './17-demand-recording.ts';
import { oneKeyBenchmark } from './fairness/18-one-key.ts';
import { largeAnswersBenchmark } from './suppliers/19-large-answers.ts';
import { dearestRequestsBenchmark } from './fairness/20-dearest-requests.ts';
import { hotelAnswersBenchmark } from './suppliers/21-hotel-answers.ts';
import { hotelContentBenchmark } from './suppliers/22-hotel-content.ts';
import { historyBenchmark } from './scale/23-history.ts';
import { allCoresBenchmark } from './scale/24-all-cores.ts';
import { archiveBenchmark } from './scale/27-archive.ts';
import { observedFaresBenchmark } from './scale/25-observed-fares.ts';
import type { Benchmark } from './harness.ts';

/**
 * `npm run bench [-- 1 5 …]`: measures the figures of the speed budgets, each against an anchor in the same run, and
 * prints the table. A figure that is not met is printed as such; the exit code stays 0, because speed is not a test.
 */
const ALL: readonly Benchmark[] = [
  ordersBenchmark,
  tripWritesBenchmark,
  earliestArrivalBenchmark,
  fullShopBenchmark,
  flightSearchBenchmark,
  cachedSearchBenchmark,
  findDestinationBenchmark,
  keyCheckBenchmark,
  webhooksBenchmark,
  memoryBenchmark,
  overloadBenchmark,
  statementsBenchmark,
  startBenchmark,
  hotelSearchBenchmark,
  carSearchBenchmark,
  demandBenchmark,
  demandRecordingBenchmark,
  oneKeyBenchmark,
  largeAnswersBenchmark,
  dearestRequestsBenchmark,
  hotelAnswersBenchmark,
  hotelContentBenchmark,
  historyBenchmark,
  allCoresBenchmark,
  observedFaresBenchmark,
  requestLogBenchmark,
  archiveBenchmark,
];
const wanted = process.argv.slice(2).map(Number);

for (const benchmark of ALL.filter((one) => wanted.length === 0 || wanted.includes(one.number))) {
  const figure = await benchmark.measure();
  console.log(
    `\n${figure.number}. ${figure.name}\n   ${figure.result} (target ${figure.target}) ${figure.isMet ? 'met' : 'NOT MET'}`,
  );
  for (const line of figure.detail) console.log(`   · ${line}`);
}
// The database that a service of the tests keeps ready for the next one would hold the process.
process.exit();
