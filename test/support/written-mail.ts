import { sql } from 'kysely';
import { type RenderedMail, renderMail } from '../../web/mail/render-mail.ts';
import type { App } from '../../src/context.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import { findMail } from '../../src/mail/store.ts';
import { asId } from '../../src/platform/ids.ts';

/** The mail of an event as it would be written now; undefined where the event has none, or nothing is left to say. */
export async function writtenMail(app: App, eventId: string): Promise<RenderedMail | undefined> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from mail_message where event_id = ${eventId}`.execute(app.db.q);
  const organizationId = asId('organization', rows[0]?.organization_id ?? '');
  const mail = await findMail(app.db, { organizationId, eventId: asId('event', eventId) });
  const content = mail && (await readMail(app, mail, new Date()));
  return (
    content &&
    renderMail(
      content.language,
      { isSandbox: true, manageUrl: content.manageUrl, issued: content.documents.issued },
      content.view,
    )
  );
}
