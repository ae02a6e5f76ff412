// @ts-check
/** Blocks of code that are copied with a button. */

const copiedForMs = 2_000;

/** Puts the button into a block. @param {Element} block */
export function addCopyButton(block) {
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
