import type { App } from '../../context.ts';
import type { ReadHandle } from '../../platform/db/db.ts';
import { added, checkPage, FIRST_KEY, type Findings, type ReconcileCounts } from './read-pages.ts';
import type { Report } from './check-rows.ts';

/** Something that does not agree, and where. */
export interface ReconcileProblem {
  readonly organizationId: string;
  readonly tripId: string;
  readonly subject: string;
  readonly problem: string;
}
/** The proof, or what stands against it. */
export interface ReconcileReport {
  readonly bookings: number;
  readonly payments: number;
  readonly trips: number;
  readonly problems: readonly ReconcileProblem[];
  /** Unsold items whose supplier did not answer: neither proven nor disproven. */
  readonly unchecked: readonly ReconcileProblem[];
  /** Items that cost another sum than was quoted: entered in the ledger, and ours to bear. */
  readonly drifted: readonly ReconcileProblem[];
}

const PROBLEMS_MAX = 1000;
/** Look-ups at suppliers in one reading: what is beyond them is reported as not checked. */
const LOOK_UPS_MAX = 5000;
/** Two readings and their last answers have to fit into the 120 s that an administrator's question may take. */
const LOOK_UPS_SECONDS = 40;

/**
 * Proves that money = bookings for the whole database: every booking agrees with its trip, payment, ledger and event;
 * every payment that holds or has taken money belongs to a booking and is what the processor says; every paid trip has
 * its booking; and no supplier holds an item that ended failed or cancelled. A supplier that does not answer is
 * reported as `unchecked`.
 */
export async function reconcile(app: App): Promise<ReconcileReport> {
  const first = await readAll(app, app.reads.recent);
  if (first.problems.length === 0) return first;
  // The service may be at work while its rows are read one after the other: what is wrong is wrong twice, the second
  // time by what the primary says.
  const again = await readAll(app, app.db);
  const seen = new Set(first.problems.map(({ subject, problem }) => `${subject} ${problem}`));
  return { ...again, problems: again.problems.filter(({ subject, problem }) => seen.has(`${subject} ${problem}`)) };
}

async function readAll(app: App, rows: ReadHandle): Promise<ReconcileReport> {
  const found = emptyFindings();
  const findings = collectInto(app, found, { rows, lookUpSeconds: LOOK_UPS_SECONDS });
  let counts: ReconcileCounts = { bookings: 0, payments: 0, trips: 0 };
  for (const part of ['bookings', 'payments', 'trips'] as const) {
    for (let after = FIRST_KEY; ; ) {
      const page = await checkPage(app, { part, after, since: app.clock.now() }, findings);
      if (page === undefined) break;
      counts = added(counts, page.counts);
      after = page.last;
    }
  }
  return { ...counts, ...found };
}

/** What a run has found so far. */
export interface Found {
  readonly problems: ReconcileProblem[];
  readonly unchecked: ReconcileProblem[];
  readonly drifted: ReconcileProblem[];
}

/** Nothing found. */
export const emptyFindings = (): Found => ({ problems: [], unchecked: [], drifted: [] });

/** Takes down what is found, a thousand of each kind at most; suppliers are asked for so many seconds. */
export function collectInto(
  app: App,
  found: Found,
  { rows, lookUpSeconds }: { readonly rows: ReadHandle; readonly lookUpSeconds: number },
): Findings {
  const into =
    (list: ReconcileProblem[]): Report =>
    (about, problems) => {
      for (const problem of problems) if (list.length < PROBLEMS_MAX) list.push({ ...about, problem });
    };
  return {
    report: into(found.problems),
    reportUnchecked: into(found.unchecked),
    reportDrift: into(found.drifted),
    rows,
    budget: {
      left: LOOK_UPS_MAX,
      until: new Date(app.clock.now().getTime() + lookUpSeconds * 1000),
      unanswered: new Map(),
    },
  };
}

/** The report as an administrator reads it. */
export function describeReport(report: ReconcileReport): string {
  const counted = `${report.bookings} bookings, ${report.payments} payments, ${report.trips} paid trips`;
  const list = (problems: readonly ReconcileProblem[]) =>
    problems.map(({ organizationId, subject, problem }) => `  ${organizationId} ${subject}: ${problem}`);
  const unheard =
    report.unchecked.length === 0
      ? []
      : ['Not checked, for their suppliers gave no answer:', ...list(report.unchecked)];
  const drifted = report.drifted.length === 0 ? [] : ['Cost another sum than was quoted:', ...list(report.drifted)];
  if (report.problems.length === 0)
    return [`Money = bookings: ${counted}, nothing stands against it.`, ...drifted, ...unheard].join('\n');
  return [`Money and bookings do not agree (${counted}):`, ...list(report.problems), ...drifted, ...unheard].join('\n');
}
