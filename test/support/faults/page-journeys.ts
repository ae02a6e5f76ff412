import type { Answer, TestService } from '../service/service.ts';
import { CARD_OK } from './trip-journeys.ts';

/** Opens a page of the service as a person without a key. */
export function openPage(service: TestService, path: string): Promise<Answer> {
  return service.call('GET', path, undefined, { 'x-api-key': '', 'accept-language': 'en' });
}

/** Sends a page's form as a browser would: what stands in it, and what the person types or presses. */
export function submitPage(
  service: TestService,
  path: string,
  page: Answer,
  typed: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new URLSearchParams({
    action: 'pay',
    card_number: CARD_OK,
    card_expiry: '12/34',
    card_security_code: '123',
    card_holder: 'Nellie Bly',
  });
  for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
    form.set(name, value);
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return service.call('POST', path, form.toString(), {
    'x-api-key': '',
    'content-type': 'application/x-www-form-urlencoded',
    'accept-language': 'en',
  });
}
