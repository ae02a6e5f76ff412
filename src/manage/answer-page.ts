import { renderManage } from '../../web/manage/render-manage.ts';
import type { IssuedView } from '../../web/manage/issued/issued-view.ts';
import type { DocumentView, ManageClosedReason, ManageView } from '../../web/manage/view.ts';
import type { SellerView } from '../../web/kit/seller-view.ts';
import { viewSeller } from '../identity/profile/view-seller.ts';
import { sellsNothingReal } from '../platform/config.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { readGuestSession } from './guest-session.ts';
import type { PageAnswer, PageContext } from '../platform/http/route.ts';
import { requestedLanguage } from '../../web/kit/requested-language.ts';

/** What goes along with a page. */
export interface PageMore extends Pick<PageAnswer, 'cookies' | 'headers'> {
  /** Whose booking it is about; unless set, that of the guest who is in. */
  readonly organizationId?: OrganizationId;
}

/** A page about a booking, under its seller's name: never cached by anybody between us and the guest. */
export async function answerPage(
  context: PageContext,
  view: ManageView | DocumentView | IssuedView,
  { organizationId, ...more }: PageMore = {},
): Promise<PageAnswer> {
  const language = requestedLanguage(context);
  const facts = {
    nonce: context.nonce,
    isSandbox: sellsNothingReal(context.app.config),
    seller: await findSeller(context, organizationId),
  };
  return {
    status: statusOf(view),
    html: renderManage(language, facts, view),
    ...more,
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-language': language,
      vary: 'accept-language',
      ...more.headers,
    },
  };
}

/** The world's places under their names in the reader's language. */
export function placesOf(context: PageContext): PlaceDirectory {
  return context.app.places.inLanguage(requestedLanguage(context));
}

/** Who sold the booking; nobody is known before one was found. */
async function findSeller(
  { app, cookies }: PageContext,
  organizationId: OrganizationId | undefined,
): Promise<SellerView | undefined> {
  const session = organizationId === undefined ? readGuestSession(app, cookies) : undefined;
  const id = organizationId ?? (typeof session === 'object' ? session.organizationId : undefined);
  return id && viewSeller(await app.sellers.of(id));
}

/** To another page of ours, in the reader's language. */
export function seeOther(context: PageContext, path: string, cookies: readonly string[] = []): PageAnswer {
  const separator = path.includes('?') ? '&' : '?';
  return { status: 303, location: `${path}${separator}locale=${requestedLanguage(context)}`, cookies };
}

function statusOf(view: ManageView | DocumentView | IssuedView): number {
  switch (view.kind) {
    case 'find':
      return view.problem === undefined ? 200 : FIND_STATUS[view.problem];
    case 'change':
      return view.isInvalid ? 422 : 200;
    case 'services_form':
      return view.problem === undefined ? 200 : 422;
    case 'booking':
    case 'issued':
    case 'give_up':
    case 'exchange':
    case 'services':
    case 'document':
      return 200;
    case 'closed':
      return CLOSED_STATUS[view.reason];
    default:
      return view satisfies never;
  }
}

const FIND_STATUS = { not_found: 404, missing: 422, proof_needed: 422 } as const;
const CLOSED_STATUS = {
  form_stale: 403,
  too_many_attempts: 429,
  too_fast: 429,
  unknown: 404,
  conflict: 409,
  price_moved: 409,
  supplier_silent: 503,
} as const satisfies Record<ManageClosedReason, number>;
