import type { Answer, TestService } from './service/service.ts';

/** A traveler's browser without scripts: keeps its cookie and sends forms. */
export interface GuestBrowser {
  get(path: string): Promise<Answer>;
  post(path: string, form: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a form that leads to another page, and opens that. */
  follow(
    path: string,
    form: Readonly<Record<string, string>>,
  ): Promise<{ readonly path: string; readonly page: Answer }>;
}

/** A browser that has opened the booking page with a reference and a last name. */
export async function openBookingPage(
  service: Pick<TestService, 'call'>,
  pair: { readonly booking_ref: string; readonly last_name: string },
): Promise<GuestBrowser> {
  const jar = { cookie: '' };
  const send = async (method: string, path: string, form?: Readonly<Record<string, string>>): Promise<Answer> => {
    const answer = await service.call(method, path, form && new URLSearchParams(form).toString(), {
      'x-api-key': '',
      'accept-language': 'en',
      ...(jar.cookie && { cookie: jar.cookie }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    });
    const [set] = (answer.headers.get('set-cookie') ?? '').split(';');
    if (set) jar.cookie = set;
    return answer;
  };
  const opened = await send('POST', '/manage', pair);
  if (opened.status !== 303) throw new Error(`not let in: ${opened.status}`);
  return {
    get: (path) => send('GET', path),
    post: (path, form) => send('POST', path, form),
    async follow(path, form) {
      const answer = await send('POST', path, form);
      const to = answer.headers.get('location');
      if (to === null) throw new Error(`leads nowhere: ${answer.status}`);
      return { path: to, page: await send('GET', to) };
    },
  };
}

/** The token of the form on a page. */
export function csrfOf(page: Answer): string {
  return /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
}
