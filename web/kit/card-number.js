// Helps to type a card number: groups it, names its brand and finds a wrong digit before anything is sent. Without it
// everything works: the server checks.
(() => {
  const BRANDS = [
    ['Visa', /^4/],
    ['Mastercard', /^(5[1-5]|2(2[2-9]|[3-6]|7[01]|720))/],
    ['American Express', /^3[47]/],
    ['Diners Club', /^3(0[0-5]|095|[68])/],
    ['JCB', /^35(2[89]|[3-8])/],
    ['Discover', /^6(011|4[4-9]|5)/],
    ['UnionPay', /^62/],
  ];
  const digitsOf = (text) => text.replace(/\D/g, '').slice(0, 19);
  const group = (digits) =>
    /^3[47]/.test(digits)
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter((part) => part !== '').join(' ')
      : (digits.match(/.{1,4}/g) ?? []).join(' ');
  const isPossible = (digits) => {
    if (digits.length < 12) return false;
    const sum = [...digits].reverse().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  };

  const regroup = (field) => {
    const caret = digitsOf(field.value.slice(0, field.selectionStart)).length;
    const digits = digitsOf(field.value);
    const grouped = group(digits);
    if (grouped !== field.value) {
      field.value = grouped;
      let at = 0;
      for (let seen = 0; seen < caret && at < grouped.length; at += 1) if (grouped[at] !== ' ') seen += 1;
      field.setSelectionRange(at, at);
    }
    const brand = document.querySelector('[data-card-brand]');
    const name = BRANDS.find(([, pattern]) => pattern.test(digits))?.[0] ?? '';
    if (brand && brand.textContent !== name) brand.textContent = name;
  };

  const say = (field, problem) => {
    const id = `${field.id}-problem`;
    const place = document.getElementById(id);
    if (problem === '') {
      place?.remove();
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
      return;
    }
    if (place) return;
    const text = document.createElement('p');
    text.className = 'problem';
    text.id = id;
    text.textContent = problem;
    field.after(text);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
  };

  document.addEventListener('input', ({ target }) => {
    if (target.id !== 'number') return;
    regroup(target);
    if (target.getAttribute('aria-invalid') && isPossible(digitsOf(target.value))) say(target, '');
  });
  document.addEventListener('change', ({ target }) => {
    if (target.id !== 'number' || target.value === '') return;
    const isWrong = !isPossible(digitsOf(target.value));
    target.setCustomValidity(isWrong ? target.dataset.invalid : '');
    say(target, isWrong ? target.dataset.invalid : '');
  });
})();
