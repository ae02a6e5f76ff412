import { isManageLinkValid, openManageLink } from '../bookings/documents/manage-link.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { seeOther } from './answer-page.ts';
import { openGuestSession } from './guest-session.ts';
import { findBooking } from './with-guest-session.ts';

/**
 * `GET /manage/open/{token}`: the link in mails and on the page after the payment. It only opens a session, so that
 * scanners of mails that follow links change nothing. The redirect takes the token out of the address bar. Whatever is
 * wrong with a link gets one answer.
 */
export const openLinkPage: PageDeclaration = {
  method: 'GET',
  path: '/manage/open/:token',
  async handle(context) {
    const link = openManageLink(context.app, context.params['token'] ?? '');
    if (link === undefined) return leave(context, '/manage?ended=link');
    const booking = await findBooking(context.app, link);
    const now = await context.app.organizationNow(link.organizationId);
    if (booking === undefined || !isManageLinkValid(link, booking, now)) return leave(context, '/manage?ended=link');
    return leave(context, '/manage/booking', [openGuestSession(context.app, booking)]);
  },
};

function leave(context: PageContext, path: string, cookies: readonly string[] = []): PageAnswer {
  return { ...seeOther(context, path, cookies), headers: { 'referrer-policy': 'no-referrer' } };
}
