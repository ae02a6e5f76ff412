import type { FindView } from '../../web/manage/view.ts';
import { type DocumentKey, openDocument, withdrawDocuments } from '../bookings/documents/document-link.ts';
import { countUnknownLink } from '../bookings/guests/guest-attempts.ts';
import { recordLookUp } from '../bookings/guests/guest-metrics.ts';
import { lookUpGuestBooking } from '../bookings/guests/look-up-booking.ts';
import { Refusal } from '../platform/errors.ts';
import { DOCUMENT_KINDS } from '../invoices/model/issued-document.ts';
import { ISSUED_PATHS } from '../invoices/view-issued.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { issueDocuments } from '../invoices/issue-documents.ts';
import { listChangesOf } from '../servicing/read-changes.ts';
import { answerPage, placesOf, seeOther } from './answer-page.ts';
import { changePages } from './pages-change.ts';
import { openLinkPage } from './pages-open.ts';
import { viewGuestBooking } from './view-booking.ts';
import { answerCalendar, printReceipt } from './document-files.ts';
import { answerIssued, printIssuedPage } from './issued-files.ts';
import { viewDocument } from './view-document.ts';
import { closeGuestSession, formTokenOf, isFormOf, openGuestSession, readGuestSession } from './guest-session.ts';
import { withForm, withGuestSession } from './with-guest-session.ts';

const EMPTY_FORM: FindView = {
  kind: 'find',
  reference: '',
  lastName: '',
  problem: undefined,
  hasEnded: false,
  proof: undefined,
};
const SHOWN_LENGTH_MAX = 200;

/** `GET /manage`: the entrance; anyone who is in already goes on to the booking. */
const findPage: PageDeclaration = {
  method: 'GET',
  path: '/manage',
  async handle(context) {
    const session = readGuestSession(context.app, context.cookies);
    if (session !== 'none' && session !== 'ended') return seeOther(context, '/manage/booking');
    return answerPage(context, {
      ...EMPTY_FORM,
      reference: shown(context.query['booking_ref']),
      hasEnded: endedOf(session === 'ended', context.query['ended']),
    });
  },
};

/** `POST /manage`: a right pair opens a session; every wrong one gets the same answer. */
const signInPage: PageDeclaration = {
  method: 'POST',
  path: '/manage',
  async handle(context) {
    // Nobody is let into a booking by another site's form. Browsers say so (Sec-Fetch-Site); a client that does not is
    // no browser somebody else could steer.
    const site = context.request.headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site')
      return answerPage(context, { kind: 'closed', reason: 'form_stale' });
    const [bookingRef, lastName] = [
      (context.form['booking_ref'] ?? '').trim(),
      (context.form['last_name'] ?? '').trim(),
    ];
    const proof = readProof(context);
    const typed: FindView = { ...EMPTY_FORM, reference: shown(bookingRef), lastName: shown(lastName), proof };
    if (bookingRef === '' || lastName === '') return answerPage(context, { ...typed, problem: 'missing' });
    try {
      const found = await lookUpGuestBooking(context.app, context.request.remoteAddress, {
        bookingRef,
        lastName,
        proof,
      });
      recordLookUp(context.app, found.kind === 'found' ? 'found' : 'proof');
      if (found.kind === 'proof_needed') {
        return answerPage(context, { ...typed, proof: proof ?? NO_PROOF, problem: 'proof_needed' });
      }
      return seeOther(context, '/manage/booking', [openGuestSession(context.app, found.booking)]);
    } catch (error) {
      return await answerWrongPair(context, typed, error);
    }
  },
};

const NO_PROOF = { email: '', startDate: '' };

/** The fields that the form has once it has asked for them; undefined in a form without them. */
function readProof({ form }: PageContext): FindView['proof'] {
  const { email, start_date: startDate } = form;
  if (email === undefined && startDate === undefined) return undefined;
  return { email: shown(email?.trim()), startDate: shown(startDate?.trim()) };
}

async function answerWrongPair(context: PageContext, typed: FindView, error: unknown): Promise<PageAnswer> {
  if (!(error instanceof Refusal)) throw error;
  if (error.condition === 'booking_not_found') {
    recordLookUp(context.app, 'not_found');
    return await answerPage(context, { ...typed, problem: 'not_found' });
  }
  if (error.condition === 'guest_attempts_exceeded') return await answerTooMany(context, error);
  throw error;
}

async function answerTooMany(context: PageContext, { detail }: Refusal): Promise<PageAnswer> {
  recordLookUp(context.app, 'refused');
  return await answerPage(context, { kind: 'closed', reason: 'too_many_attempts' }, { headers: detail.headers ?? {} });
}

/** `GET /manage/booking`: the booking of the session. */
const bookingPage: PageDeclaration = {
  method: 'GET',
  path: '/manage/booking',
  handle: (context) =>
    withGuestSession(context, async ({ session, booking, caller }) => {
      const [changes, issued] = await Promise.all([
        listChangesOf(context.app, booking),
        issueDocuments(context.app, booking),
      ]);
      return answerPage(
        context,
        viewGuestBooking(context.app, booking, {
          now: caller.now,
          places: placesOf(context),
          csrf: formTokenOf(context.app, session),
          changes,
          issued,
          hasWithdrawnDocuments: context.query['documents'] === 'withdrawn',
        }),
      );
    }),
};

/**
 * `POST /manage/documents/withdraw`: anyone who was given a link to a document sees it no longer; the page has new
 * ones.
 */
const withdrawDocumentsPage: PageDeclaration = {
  method: 'POST',
  path: '/manage/documents/withdraw',
  handle: (context) =>
    withForm(context, async ({ booking }) => {
      await withdrawDocuments(context.app, booking);
      return seeOther(context, '/manage/booking?documents=withdrawn');
    }),
};

/** `POST /manage/sign-out`. */
const signOutPage: PageDeclaration = {
  method: 'POST',
  path: '/manage/sign-out',
  async handle(context) {
    const session = readGuestSession(context.app, context.cookies);
    if (session !== 'none' && session !== 'ended' && !isFormOf(context.app, session, context.form))
      return answerPage(context, { kind: 'closed', reason: 'form_stale' });
    return seeOther(context, '/manage', [closeGuestSession(context.app)]);
  },
};

/** `GET /documents/{token}`: the link is the credential, until the booking is changed or the guest withdraws it. */
const documentPage: PageDeclaration = {
  method: 'GET',
  path: '/documents/:token',
  handle: (context) =>
    withDocument(context, async (_context, key) =>
      answerPage(context, await viewDocument(context, key), {
        organizationId: key.organizationId,
      }),
    ),
};

/** `GET /documents/{token}/pdf`: a receipt or an invoice to keep. Under the same link as its page. */
const documentPdfPage: PageDeclaration = {
  method: 'GET',
  path: '/documents/:token/pdf',
  handle: (context) => withDocument(context, printReceipt),
};

/** `GET /documents/{token}/calendar`: the trip for the reader's calendar, as it stands now. */
const documentCalendarPage: PageDeclaration = {
  method: 'GET',
  path: '/documents/:token/calendar',
  handle: (context) => withDocument(context, answerCalendar),
};

/** An invoice or a credit note, under the link of another document of its booking; `…/pdf` as a file. */
const issuedPages: readonly PageDeclaration[] = DOCUMENT_KINDS.flatMap((kind): readonly PageDeclaration[] => {
  const path = `/documents/:token/${ISSUED_PATHS[kind]}/:number`;
  return [
    {
      method: 'GET',
      path,
      handle: (context) => withDocument(context, (_context, key) => answerIssued(context, key, kind)),
    },
    {
      method: 'GET',
      path: `${path}/pdf`,
      handle: (context) => withDocument(context, (_context, key) => printIssuedPage(context, key, kind)),
    },
  ];
});

/** Opens the link of a document; one that opens nothing gets one answer, whatever is wrong with it. */
async function withDocument(
  context: PageContext,
  answer: (context: PageContext, key: DocumentKey) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const key = openDocument(context.app, context.params['token'] ?? '');
  if (key === undefined) return await answerUnknownLink(context);
  try {
    return await answer(context, key);
  } catch (error) {
    if (error instanceof Refusal && error.condition === 'booking_not_found')
      return await answerPage(context, { kind: 'closed', reason: 'unknown' });
    throw error;
  }
}

/** A link that we did not make. Sealed links cannot be guessed; who tries is slowed like who guesses last names. */
async function answerUnknownLink(context: PageContext): Promise<PageAnswer> {
  try {
    await countUnknownLink(context.app, context.request.remoteAddress);
  } catch (error) {
    if (error instanceof Refusal && error.condition === 'guest_attempts_exceeded') return answerTooMany(context, error);
    throw error;
  }
  recordLookUp(context.app, 'not_found');
  return answerPage(context, { kind: 'closed', reason: 'unknown' });
}

/** Every page of a guest about a booking. */
export const managePages: readonly PageDeclaration[] = [
  findPage,
  signInPage,
  openLinkPage,
  bookingPage,
  withdrawDocumentsPage,
  signOutPage,
  documentPage,
  documentPdfPage,
  documentCalendarPage,
  ...issuedPages,
  ...changePages,
];

/** What is over: a session, or a link of a mail. */
function endedOf(hasSessionEnded: boolean, ended: string | undefined): FindView['hasEnded'] {
  if (hasSessionEnded) return 'visit';
  return ended === undefined ? false : ended === 'link' ? 'link' : 'visit';
}

/** What somebody typed, or a link brought, as far as a field takes it. */
function shown(text: string | undefined): string {
  return (text ?? '').slice(0, SHOWN_LENGTH_MAX);
}
