import { describeCredit, type TravelCreditView } from '../checkout/travel-credits.ts';
import type { Messages } from '../checkout/wording.ts';
import { line, type Section } from './document.ts';

/** What the airline gives instead of money, a card for each credit. */
export function creditSections(messages: Messages, credits: readonly TravelCreditView[]): readonly Section[] {
  if (credits.length === 0) return [];
  const { heading, note } = messages.travelCredit;
  const cards = credits.map((credit) => {
    const { title, amount, owner, lines } = describeCredit(messages, credit, true);
    return {
      heading: title,
      blocks: [
        {
          kind: 'lines' as const,
          lines: [
            line('strong', amount),
            ...owner.map((name) => line('plain', name)),
            ...lines.map((text) => line('quiet', text)),
          ],
        },
      ],
    };
  });
  return [{ heading, cards, note }];
}
