import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULT_POINTS } from '../../src/platform/fault-points.ts';
import { startDuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import {
  type AcceptanceGround,
  changedAtDuffel,
  changedAtSandbox,
  dieWhileAccepting,
} from '../support/faults/acceptance-kills.ts';
import { ACCEPTANCE_CELLS, runCell, startAirlineChanges } from '../support/faults/airline-change-faults.ts';
import { makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { problemsOf } from '../support/suppliers/duffel-trips.ts';

const POINTS = FAULT_POINTS.filter((point) => point.startsWith('schedule.'));

function report(text: string): void {
  process.stdout.write(text);
  const folder = process.env['BLY_TEST_REPORTS'];
  if (folder !== undefined) appendFileSync(join(folder, 'fault-matrix.txt'), text);
}

test('accepting a change at Duffel: whatever is answered, what is settled is what the airline has, and it is taken once', async () => {
  const at = await startAirlineChanges(false);
  const lines: string[] = [];
  try {
    for (const cell of ACCEPTANCE_CELLS) {
      const outcome = await runCell(at, cell);
      expect([cell.name, outcome]).toEqual([
        cell.name,
        {
          status: cell.status,
          settled: cell.isTaken ? 'accepted' : 'open',
          takenAtDuffel: cell.isTaken,
          accepted: 'accepted',
          isEqual: true,
          calls: cell.isTaken ? 1 : 2,
        },
      ]);
      lines.push(`${cell.name.padEnd(32)} ${outcome.status}  ${outcome.settled.padEnd(8)}  calls ${outcome.calls}`);
    }
    expect(await problemsOf(at.service)).toEqual([]);
  } finally {
    await at.close();
  }
  report(`\naccepting an airline's change at Duffel\n${lines.join('\n')}\n${lines.length} cells\n`);
});

test.each(['sandbox', 'duffel'] as const)(
  'killed at every step of accepting at %s: taken once, reported once',
  async (supplier) => {
    let ahead = 0;
    const clock = { now: () => new Date(Date.now() + ahead) };
    const stub = await startDuffelStub({ clock });
    stub.control.set({ documents_required: false, sparse: false });
    const variables = {
      BLY_SUPPLIERS: supplier,
      BLY_DUFFEL_TOKEN: stub.token,
      BLY_DUFFEL_URL: stub.url,
      BLY_SUPPLIER_CALLS_PER_MINUTE: '10000',
      BLY_SUPPLIER_CALLS_AT_ONCE: '100',
    };
    const fixture = await makeCrashFixture(supplier === 'duffel' ? variables : {}, clock);
    const ground: AcceptanceGround = {
      fixture,
      wait(seconds) {
        ahead += seconds * 1_000;
      },
    };
    let server = await fixture.start();
    try {
      for (const [index, point] of POINTS.entries()) {
        const flight =
          supplier === 'duffel'
            ? await changedAtDuffel(server, { ...ground, stub, day: index })
            : await changedAtSandbox(server);
        server = await dieWhileAccepting(ground, server, { point, flight });
      }
      const { problems, output } = await fixture.reconcile();
      expect(output).toContain('nothing stands against it');
      expect(problems).toEqual([]);
      if (supplier === 'duffel') expect(stub.control.orders()).toHaveLength(POINTS.length);
    } finally {
      await server.kill();
      await stub.close();
    }
    report(`\naccepting at ${supplier}: killed at ${POINTS.join(', ')}\n${POINTS.length} kills\n`);
  },
);
