// @ts-check
/** The request in one language at a time, as tabs; the choice holds for all pages. */

const languageKey = 'bly.docs.language';

/** @param {Element} samples */
export function makeTabs(samples) {
  const panels = [...samples.querySelectorAll('.sample')].filter((panel) => panel instanceof HTMLElement);
  const bar = document.createElement('div');
  bar.setAttribute('role', 'tablist');
  bar.setAttribute('aria-label', 'Language of the request');
  const tabs = panels.map((panel, index) => makeTab(panel, index));
  bar.append(...tabs);
  tabs.forEach((tab, index) => {
    tab.addEventListener('click', () => choose(tabs, panels, index));
  });
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.matches(':focus'));
    const next = (at + step + tabs.length) % tabs.length;
    choose(tabs, panels, next);
    tabs[next]?.focus();
  });
  samples.prepend(bar);
  const wanted = panels.findIndex(
    (panel) => panel.dataset['language'] === document.documentElement.dataset['language'],
  );
  show(tabs, panels, Math.max(0, wanted));
  samples.classList.add('has-tabs');
}

/** @param {HTMLElement} panel @param {number} index */
function makeTab(panel, index) {
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.id = `sample-tab-${index}`;
  tab.textContent = panel.dataset['language'] ?? '';
  tab.setAttribute('role', 'tab');
  panel.id = `sample-${index}`;
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', tab.id);
  tab.setAttribute('aria-controls', panel.id);
  return tab;
}

/** @param {readonly HTMLElement[]} tabs @param {readonly HTMLElement[]} panels @param {number} index */
function choose(tabs, panels, index) {
  const language = panels[index]?.dataset['language'] ?? 'curl';
  show(tabs, panels, index);
  document.documentElement.dataset['language'] = language;
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage is switched off: the choice holds for this page.
  }
}

/** @param {readonly HTMLElement[]} tabs @param {readonly HTMLElement[]} panels @param {number} shown */
function show(tabs, panels, shown) {
  tabs.forEach((tab, index) => {
    tab.setAttribute('aria-selected', String(index === shown));
    tab.tabIndex = index === shown ? 0 : -1;
  });
  panels.forEach((panel, index) => {
    panel.hidden = index !== shown;
  });
}
