// The button that prints the page; it is hidden where no script runs.
(() => {
  const button = document.querySelector('[data-print]');
  button.hidden = false;
  button.addEventListener('click', () => window.print());
})();
