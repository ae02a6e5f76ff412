import type { Basis } from './answers.ts';
import { make } from './dom.ts';
import { formatCount } from './format.ts';

const BASIS_TEXTS: Readonly<Record<Basis, readonly [string, string]>> = {
  synthetic: [
    'Synthetic baseline',
    'These figures are made up by the sandbox so that there is something to look at; nobody searched for them.',
  ],
  mixed: ['Synthetic baseline + counted here', 'The sandbox’s made-up baseline with what was counted here on top.'],
  observed: ['Counted here', 'All of these figures were counted here.'],
};

/** What the figures of an answer rest on, and how many events that are. */
export function makeBasisBadge({ basis, sample_size: count }: { readonly basis: Basis; readonly sample_size: number }) {
  const [title, text] = BASIS_TEXTS[basis];
  return make(
    'p',
    { class: basis === 'observed' ? 'basis-badge' : 'basis-badge made', title: text },
    make('strong', {}, title),
    make('span', {}, `${formatCount(count)} ${count === 1 ? 'event' : 'events'} counted`),
    make('span', { class: 'sr' }, `. ${text}`),
  );
}
