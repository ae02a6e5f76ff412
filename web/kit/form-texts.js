// Says what is missing in the page's language instead of the browser's. Without it the browser asks in its own words.
// Listens on the document: a form may be put in the place of another.
(() => {
  document.addEventListener(
    'invalid',
    ({ target }) => {
      if (target.dataset.missing && target.validity.valueMissing) target.setCustomValidity(target.dataset.missing);
    },
    true,
  );
  document.addEventListener('input', ({ target }) => {
    if (target.dataset.missing) target.setCustomValidity('');
  });
})();
