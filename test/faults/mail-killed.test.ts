import { afterEach, expect, test } from 'vitest';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import { checkOut } from '../support/faults/fault-journeys.ts';
import { type MailServer, startMailServer } from '../support/service/mail-server.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { type Server, until } from '../support/service/server-fixture.ts';
import { CARD_OK } from '../support/faults/trip-journeys.ts';

const RECOVER_TIMEOUT_MS = 40_000;
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/**
 * A paid trip whose process dies at a point and is started again; answers once the second process has settled its mail.
 */
async function payAndDie(point: FaultPoint): Promise<MailServer> {
  const mails = await startMailServer();
  opened.push(() => mails.close());
  const fixture = await makeCrashFixture({
    BLY_SMTP_URL: `smtp://127.0.0.1:${mails.smtp.port}`,
    BLY_MAIL_FROM: 'Bly <trips@bly.example>',
  });
  const first = await startIn(fixture);
  const { tripId } = await checkOut(first, ['QAG']);
  fixture.arm(point);
  await first.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK }).catch(() => undefined);
  expect(await first.ended).toBe('SIGKILL');
  fixture.arm(undefined);
  await startIn(fixture);
  await until(
    async () => (await metricsOf(fixture)).includes('bly_job_runs_total{job="mail.send",end="done"} 1'),
    RECOVER_TIMEOUT_MS,
  );
  return mails;
}

async function startIn(fixture: CrashFixture): Promise<Server> {
  const server = await fixture.start();
  opened.push(() => server.kill());
  return server;
}

async function metricsOf(fixture: CrashFixture): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${fixture.env['BLY_PORT']}/metrics`);
  return await answer.text();
}

/** Links to documents and to the booking are sealed anew each time they are written; all of them open the same page. */
function withoutLinks(text: string | undefined): string | undefined {
  return text?.replace(/\/(documents|manage\/open)\/\S+/g, '/$1/…');
}

test('killed between sending and recording, the next process sends the mail once more, under the same id', async () => {
  const { received } = await payAndDie('mail.after_send');
  expect(received).toHaveLength(2);
  expect(received[0]?.headers['message-id']).toMatch(/^<evt_\w+\.confirmed@bly\.example>$/);
  expect(received[1]?.headers['message-id']).toBe(received[0]?.headers['message-id']);
  expect(withoutLinks(received[1]?.text)).toBe(withoutLinks(received[0]?.text));
}, 120_000);

test.each(['fulfil.before_end_commit', 'fulfil.after_end'] as const)(
  'killed at %s, the trip still ends with exactly one mail',
  async (point) => {
    expect((await payAndDie(point)).received.map((mail) => mail.headers['subject'])).toEqual([
      expect.stringMatching(/^Your booking BLY-\w{6} is confirmed$/),
    ]);
  },
  120_000,
);
