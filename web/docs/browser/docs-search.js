// @ts-check
/** The box of the search answers while one types: arrows choose, Enter opens; without a choice it leads to the page. */

/** @typedef {{ href: string, title: string, kind: string }} Hit */
/** @typedef {{ input: HTMLInputElement, list: HTMLUListElement, chosen: number, asked: number }} Box */

const suggestAfterMs = 120;
const queryLengthMin = 2;
/** A press on a suggestion takes the focus from the box first. */
const closeAfterMs = 150;

/** @param {HTMLInputElement} input */
export function suggestWhileTyping(input) {
  const list = document.createElement('ul');
  list.id = 'suggestions';
  list.className = 'suggestions';
  list.hidden = true;
  for (const [name, value] of Object.entries({ role: 'listbox', 'aria-label': 'Found' }))
    list.setAttribute(name, value);
  input.after(list);
  const combobox = {
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    'aria-autocomplete': 'list',
  };
  for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value);
  input.placeholder = 'Search  /';
  /** @type {Box} */
  const box = { input, list, chosen: -1, asked: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void suggest(box), suggestAfterMs);
  });
  input.addEventListener('keydown', (event) => pressed(box, event));
  input.addEventListener('blur', () => setTimeout(() => closeUnlessUsed(box), closeAfterMs));
  document.addEventListener('keydown', (event) => focusOnShortcut(input, event));
}

/** `/` outside of fields, Ctrl-K or Command-K anywhere. @param {HTMLInputElement} input @param {KeyboardEvent} event */
function focusOnShortcut(input, event) {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
  const isCommand = event.ctrlKey || event.metaKey;
  const isWanted = isCommand ? event.key === 'k' : event.key === '/' && !isTyping && !event.altKey;
  if (!isWanted) return;
  event.preventDefault();
  input.focus();
  input.select();
}

/** @param {Box} box @param {KeyboardEvent} event */
function pressed(box, event) {
  if (event.key === 'Escape') close(box);
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(box, event.key === 'ArrowDown' ? 1 : -1);
  }
  const link = box.list.children[box.chosen]?.querySelector('a');
  if (event.key !== 'Enter' || !link) return;
  event.preventDefault();
  location.assign(link.href);
  close(box);
}

/** @param {Box} box */
async function suggest(box) {
  const query = box.input.value.trim();
  box.asked += 1;
  const mine = box.asked;
  if (query.length < queryLengthMin) return close(box);
  try {
    const answer = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`, { credentials: 'omit' });
    if (!answer.ok || mine !== box.asked) return;
    /** @type {{ hits: readonly Hit[] }} */
    const found = await answer.json();
    show(box, found.hits);
  } catch {
    // Not reachable just now: Enter still leads to the page of results.
  }
}

/** @param {Box} box @param {readonly Hit[]} hits */
function show(box, hits) {
  box.chosen = -1;
  box.list.replaceChildren(...hits.map(makeSuggestion));
  box.list.hidden = hits.length === 0;
  box.input.setAttribute('aria-expanded', String(hits.length > 0));
  box.input.removeAttribute('aria-activedescendant');
}

/** @param {Hit} hit @param {number} index */
function makeSuggestion(hit, index) {
  const item = document.createElement('li');
  item.setAttribute('role', 'none');
  const link = document.createElement('a');
  link.id = `suggestion-${index}`;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', 'false');
  link.href = hit.href;
  link.tabIndex = -1;
  for (const [name, text] of [
    ['hit-title', hit.title],
    ['hit-kind', hit.kind],
  ]) {
    const part = document.createElement('span');
    part.className = name ?? '';
    part.textContent = text ?? '';
    link.append(part, ' ');
  }
  item.append(link);
  return item;
}

/** @param {Box} box @param {number} step */
function move(box, step) {
  const { list, input } = box;
  const count = list.children.length;
  if (list.hidden || count === 0) return;
  box.chosen = box.chosen < 0 && step < 0 ? count - 1 : (box.chosen + step + count) % count;
  list.querySelectorAll('a').forEach((link, index) => {
    link.setAttribute('aria-selected', String(index === box.chosen));
  });
  input.setAttribute('aria-activedescendant', `suggestion-${box.chosen}`);
  list.children[box.chosen]?.scrollIntoView({ block: 'nearest' });
}

/** @param {Box} box */
function closeUnlessUsed(box) {
  if (!box.list.matches(':hover, :focus-within')) close(box);
}

/** @param {Box} box */
function close(box) {
  box.list.hidden = true;
  box.chosen = -1;
  box.input.setAttribute('aria-expanded', 'false');
  box.input.removeAttribute('aria-activedescendant');
}
