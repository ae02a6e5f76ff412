// @ts-check
/**
 * Runs before the page shows, so that nothing jumps: that scripts run at all, and which language of the samples was
 * chosen.
 */
{
  const root = document.documentElement;
  root.classList.add('has-script');
  root.dataset['language'] = 'curl';
  try {
    root.dataset['language'] = localStorage.getItem('bly.docs.language') ?? 'curl';
  } catch {
    // Storage is switched off: the first language shows.
  }
}
