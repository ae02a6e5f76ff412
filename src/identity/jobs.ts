import * as z from 'zod';
import { asId } from '../platform/ids.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { forgetOldRecords } from './forget-old-records.ts';
import { giveUpInvitation, sendInvitation } from './members/send-invitation.ts';

const minute = 60;
const hour = 3_600;
const forgetIntervalSeconds = 86_400;

interface InvitationPayload {
  readonly organization_id: string;
  readonly invitation_id: string;
}

/**
 * The mail of one invitation. Tried as long and as often as the mails travelers get; it is the installation's job, so
 * that real time rules.
 */
export const sendInvitationJob: JobDeclaration<InvitationPayload> = {
  name: 'identity.send_invitation',
  payload: z.object({ organization_id: z.string(), invitation_id: z.string() }),
  retryDelaysSeconds: [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour],
  jitter: 0.1,
  concurrency: 4,
  timeoutSeconds: 60,
  async run(payload, app, run) {
    await sendInvitation(app, idOf(payload), run);
    return undefined;
  },
  exhausted: (payload, app) => giveUpInvitation(app, idOf(payload), 'tries_used_up'),
};

/** Deletes once a day what is past its retention. */
const forgetOldRecordsJob: JobDeclaration<Record<never, never>> = {
  name: 'identity.forget_old_records',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 300,
  async run(_payload, app, run) {
    await forgetOldRecords(app, run.signal);
    return { runAgainInSeconds: forgetIntervalSeconds };
  },
};

/** Jobs the installation itself needs. */
export const identityStandingJobs = [forgetOldRecordsJob];
/** Every job of this folder. */
export const identityJobs = [sendInvitationJob, ...identityStandingJobs];

function idOf({ organization_id, invitation_id }: InvitationPayload) {
  return { organizationId: asId('organization', organization_id), invitationId: invitation_id };
}
