// Looks every few seconds whether there is news and reloads only then: a page that reloads by itself disturbs people
// who read slowly.
(() => {
  const { state, watchSeconds } = document.body.dataset;
  setInterval(async () => {
    try {
      const answer = await fetch(location.href, { cache: 'no-store' });
      if (!(await answer.text()).includes(`data-state="${state}"`)) location.reload();
    } catch {
      // Offline for a moment: the next look will tell.
    }
  }, Number(watchSeconds) * 1000);
})();
