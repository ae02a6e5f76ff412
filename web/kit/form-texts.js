// Says what is missing in the page's language instead of the browser's. Without it the browser asks in its own words.
(() => {
  for (const field of document.querySelectorAll('[data-missing]')) {
    field.addEventListener('invalid', () => {
      if (field.validity.valueMissing) field.setCustomValidity(field.dataset.missing);
    });
    field.addEventListener('input', () => field.setCustomValidity(''));
  }
})();
