// Counts the quote down. The page is complete without it: the server has written what was left, and checks again on
// submit. Looks for its place every time: a form that came back may have brought a fresh quote.
(() => {
  let place;
  let end = 0;
  const show = () => {
    const found = document.querySelector('[data-seconds-left]');
    if (!found) return;
    if (found !== place) {
      place = found;
      end = Date.now() + Number(place.dataset.secondsLeft) * 1000;
    }
    const left = Math.max(0, Math.round((end - Date.now()) / 1000));
    const { words, ended } = place.dataset;
    if (left === 0) place.closest('[data-hold]').textContent = ended;
    else place.textContent = words.replace('{m}', String(Math.floor(left / 60))).replace('{s}', String(left % 60));
  };
  setInterval(show, 1000);
})();
