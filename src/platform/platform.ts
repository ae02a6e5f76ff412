import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Reads } from './db/reads/reads.ts';
import type { FaultPoints } from './fault-points.ts';
import type { Gate } from './http/gate.ts';
import type { RequestLog } from './http/request-log.ts';
import type { OrganizationId } from './ids.ts';
import type { Jobs } from './jobs/job.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { FairScheduler } from './scheduling/fair-scheduler.ts';
import type { Sealer } from './security/crypto.ts';
import type { SharedState } from './shared-state/shared-state.ts';

/** What every part of the service stands on, and no domain: all that code in `src/platform` takes. */
export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Db;
  /** Reads that may be a moment old: a replica, where there is one. */
  readonly reads: Reads;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly metrics: Metrics;
  readonly shared: SharedState;
  /** Where a fault test may end this process; without effect outside tests. */
  readonly faults: FaultPoints;
  /** Authentication, rate, quota and credit. */
  readonly gate: Gate;
  /** Takes the calls of organizations once they are answered. */
  readonly requestLog: RequestLog;
  /** Shares this process out among organizations whose requests take long. */
  readonly scheduler: FairScheduler;
  /** Undefined where mails cannot be sent: production without BLY_SMTP_URL. */
  readonly mailer: Mailer | undefined;
  /**
   * The organization's clock: real time plus its sandbox offset (always real time in production). Cached at most 1 s.
   */
  organizationNow(organizationId: OrganizationId): Promise<Date>;
}
