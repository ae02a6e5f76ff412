// Counts the quote down. The page is complete without it: the server has written what was left, and checks again on
// submit.
(() => {
  const place = document.querySelector('[data-seconds-left]');
  if (!place) return;
  const end = Date.now() + Number(place.dataset.secondsLeft) * 1000;
  const words = place.dataset.words;
  const show = () => {
    const left = Math.max(0, Math.round((end - Date.now()) / 1000));
    place.textContent = words.replace('{m}', String(Math.floor(left / 60))).replace('{s}', String(left % 60));
    if (left > 0) return;
    clearInterval(timer);
    place.closest('[data-hold]').textContent = place.dataset.ended;
  };
  const timer = setInterval(show, 1000);
})();
