// @ts-check
/**
 * What every page of the documentation does where scripts run: the language of samples is chosen once for all pages,
 * code is copied, the search answers while one types. Without it samples stand under each other and the search is a
 * page.
 */
(() => {
  const languageKey = 'bly.docs.language';
  const suggestAfterMs = 120;
  const copiedForMs = 2_000;
  const root = document.documentElement;
  root.classList.add('has-script');
  // Before the first sample is shown: nothing jumps.
  root.dataset['language'] = readLanguage();
  followFormerAnchor();
  document.addEventListener('DOMContentLoaded', () => {
    for (const samples of document.querySelectorAll('.samples')) makeTabs(samples);
    for (const block of document.querySelectorAll('.code')) addCopyButton(block);
    for (const input of document.querySelectorAll('.docs-search input'))
      if (input instanceof HTMLInputElement) suggestWhileTyping(input);
    showCurrentPage();
  });

  function readLanguage() {
    try {
      return localStorage.getItem(languageKey) ?? 'curl';
    } catch {
      return 'curl';
    }
  }

  /** The reference was one page once: a link into it goes on to the operation's own page. */
  function followFormerAnchor() {
    const anchor = decodeURIComponent(location.hash.slice(1));
    if (location.pathname !== '/docs/reference' || !/^[a-z][a-z_]*(?:\.[a-z_]+)?$/.test(anchor)) return;
    document.addEventListener('DOMContentLoaded', () => {
      const link = document.getElementById(anchor)?.querySelector(':scope > a');
      // Who came from this site asked for the index itself: back leads there, not away again.
      const isFromHere = document.referrer.startsWith(`${location.origin}/docs/`);
      if (link instanceof HTMLAnchorElement && !isFromHere) location.replace(link.href);
    });
  }

  /** The list of pages begins where this page is, not at its top. */
  function showCurrentPage() {
    const current = document.querySelector('.docs-nav [aria-current]');
    const list = current?.closest('.docs-nav-links');
    if (!(current instanceof HTMLElement) || !(list instanceof HTMLElement)) return;
    const below = current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    if (list.scrollHeight > list.clientHeight && below > 0) list.scrollTop += below + list.clientHeight / 2;
  }

  /** @param {Element} samples */
  function makeTabs(samples) {
    const panels = [...samples.querySelectorAll('.sample')].filter((panel) => panel instanceof HTMLElement);
    const bar = document.createElement('div');
    bar.setAttribute('role', 'tablist');
    bar.setAttribute('aria-label', 'Language of the request');
    const tabs = panels.map((panel, index) => {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.id = `sample-tab-${index}`;
      tab.textContent = panel.dataset['language'] ?? '';
      tab.setAttribute('role', 'tab');
      panel.id = `sample-${index}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.setAttribute('aria-controls', panel.id);
      tab.addEventListener('click', () => choose(index));
      bar.append(tab);
      return tab;
    });
    bar.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const at = tabs.findIndex((tab) => tab === document.activeElement);
      const next = (at + step + tabs.length) % tabs.length;
      choose(next);
      tabs[next]?.focus();
    });
    samples.prepend(bar);
    const wanted = panels.findIndex((panel) => panel.dataset['language'] === root.dataset['language']);
    show(Math.max(0, wanted));

    /** @param {number} index */
    function choose(index) {
      const language = panels[index]?.dataset['language'] ?? 'curl';
      show(index);
      root.dataset['language'] = language;
      try {
        localStorage.setItem(languageKey, language);
      } catch {
        // Storage is switched off: the choice holds for this page.
      }
    }

    /** @param {number} shown */
    function show(shown) {
      tabs.forEach((tab, index) => {
        tab.setAttribute('aria-selected', String(index === shown));
        tab.tabIndex = index === shown ? 0 : -1;
      });
      panels.forEach((panel, index) => {
        panel.hidden = index !== shown;
      });
      samples.classList.add('has-tabs');
    }
  }

  /** @param {Element} block */
  function addCopyButton(block) {
    const code = block.querySelector('code');
    if (code === null) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy this code');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code.textContent ?? '');
        button.textContent = 'Copied';
      } catch {
        // Without https or without leave there is no clipboard: the text is selected, and the person copies it.
        getSelection()?.selectAllChildren(code);
        button.textContent = 'Selected';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
      }, copiedForMs);
    });
    block.append(button);
  }

  /** @param {HTMLInputElement} input */
  function suggestWhileTyping(input) {
    const list = document.createElement('ul');
    list.id = 'suggestions';
    list.className = 'suggestions';
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', 'Found');
    list.hidden = true;
    input.after(list);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-controls', list.id);
    input.setAttribute('aria-autocomplete', 'list');
    input.placeholder = 'Search  /';
    let chosen = -1;
    let asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;

    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      const isCommandK = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (!isCommandK && (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey)) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void suggest(input.value.trim()), suggestAfterMs);
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close();
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        move(event.key === 'ArrowDown' ? 1 : -1);
      }
      const link = list.children[chosen]?.querySelector('a');
      if (event.key === 'Enter' && link) {
        event.preventDefault();
        location.assign(link.href);
        close();
      }
    });
    input.addEventListener('blur', () => setTimeout(() => !list.matches(':hover, :focus-within') && close(), 150));

    /** @param {string} query */
    async function suggest(query) {
      asked += 1;
      const mine = asked;
      if (query.length < 2) return close();
      try {
        const answer = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`, { credentials: 'omit' });
        if (!answer.ok || mine !== asked) return;
        /** @type {{ hits: readonly { href: string, title: string, kind: string, text: string }[] }} */
        const found = await answer.json();
        show(found.hits);
      } catch {
        // Not reachable just now: Enter still leads to the page of results.
      }
    }

    /** @param {readonly { href: string, title: string, kind: string, text: string }[]} hits */
    function show(hits) {
      chosen = -1;
      list.replaceChildren(
        ...hits.map((hit, index) => {
          const item = document.createElement('li');
          item.setAttribute('role', 'none');
          const link = document.createElement('a');
          link.id = `suggestion-${index}`;
          link.setAttribute('role', 'option');
          link.setAttribute('aria-selected', 'false');
          link.href = hit.href;
          link.tabIndex = -1;
          const title = document.createElement('span');
          title.className = 'hit-title';
          title.textContent = hit.title;
          const kind = document.createElement('span');
          kind.className = 'hit-kind';
          kind.textContent = hit.kind;
          link.append(title, ' ', kind);
          item.append(link);
          return item;
        }),
      );
      list.hidden = hits.length === 0;
      input.setAttribute('aria-expanded', String(hits.length > 0));
      input.removeAttribute('aria-activedescendant');
    }

    /** @param {number} step */
    function move(step) {
      const count = list.children.length;
      if (list.hidden || count === 0) return;
      chosen = (chosen + step + count) % count;
      list.querySelectorAll('a').forEach((link, index) => {
        link.setAttribute('aria-selected', String(index === chosen));
      });
      input.setAttribute('aria-activedescendant', `suggestion-${chosen}`);
      list.children[chosen]?.scrollIntoView({ block: 'nearest' });
    }

    function close() {
      list.hidden = true;
      chosen = -1;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    }
  }
})();
