// Keeps what was typed when the form comes back with a problem: the server sends no card back. Without it everything
// works, and the card is typed again.
(() => {
  const FIELDS = ['number', 'expiry', 'security_code', 'holder'];

  const swap = (page) => {
    const typed = FIELDS.map((id) => [id, document.getElementById(id)?.value ?? '']);
    document.title = page.title;
    document.querySelector('main').replaceWith(page.querySelector('main'));
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (field && value !== '') field.value = value;
    }
    document.getElementById('number')?.dispatchEvent(new Event('input', { bubbles: true }));
    // What was typed is still there: nothing is to be typed again.
    document.querySelector('[data-card-again]')?.remove();
    document.querySelector('[role="alert"]')?.focus();
  };

  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!form.querySelector('#number')) return;
    event.preventDefault();
    if (form.dataset.isSending) return;
    form.dataset.isSending = 'true';
    const button = event.submitter;
    button?.setAttribute('aria-disabled', 'true');
    try {
      const body = new URLSearchParams(new FormData(form, button));
      const answer = await fetch(location.href, { method: 'POST', body, cache: 'no-store' });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (page.querySelector('#number')) swap(page);
      else location.replace(answer.status < 400 ? answer.url : location.href);
    } catch {
      // Nobody knows whether it arrived: the page itself says how the payment stands.
      location.reload();
    }
  });
})();
