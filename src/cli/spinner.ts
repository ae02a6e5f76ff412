const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 80;

/** Shows on standard error that something is awaited, where a person looks at it, and takes it away again. */
export async function withSpinner<T>(texts: string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return await work();
  let frame = 0;
  const timer = setInterval(() => {
    frame += 1;
    process.stderr.write(`\r${FRAMES[frame % FRAMES.length]} ${texts}`);
  }, frameMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stderr.write('\r\u001b[K');
  }
}
