/** What a person is told when a page cannot be shown. */
interface ErrorWords {
  readonly title: string;
  readonly missing: string;
  readonly failed: string;
  readonly refused: string;
  readonly reference: string;
}

const WORDS = {
  en: {
    title: 'This page cannot be shown', missing: 'There is nothing at this address. Check the link you were given.',
    failed: 'Something went wrong on our side. Please try again in a moment.', refused: 'The request could not be accepted. Go back and try again.', reference: 'Reference',
  },
  fr: {
    title: 'Cette page ne peut pas être affichée', missing: 'Il n’y a rien à cette adresse. Vérifiez le lien reçu.',
    failed: 'Une erreur est survenue de notre côté. Veuillez réessayer dans un instant.', refused: 'La demande n’a pas pu être acceptée. Revenez en arrière et réessayez.', reference: 'Référence',
  },
  de: {
    title: 'Diese Seite kann nicht angezeigt werden', missing: 'Unter dieser Adresse gibt es nichts. Bitte prüfen Sie den Link.',
    failed: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.', refused: 'Die Anfrage konnte nicht angenommen werden. Gehen Sie zurück und versuchen Sie es erneut.', reference: 'Referenz',
  },
  es: {
    title: 'No se puede mostrar esta página', missing: 'No hay nada en esta dirección. Compruebe el enlace recibido.',
    failed: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo en un momento.', refused: 'No se ha podido aceptar la solicitud. Vuelva atrás e inténtelo de nuevo.', reference: 'Referencia',
  },
  ja: {
    title: 'このページを表示できません', missing: 'このアドレスには何もありません。リンクをご確認ください。',
    failed: 'サーバー側で問題が発生しました。しばらくしてからもう一度お試しください。', refused: 'リクエストを受け付けられませんでした。戻ってもう一度お試しください。', reference: '参照番号',
  },
} as const satisfies Record<string, ErrorWords>;
type Language = keyof typeof WORDS;

/** A small page that says what happened, in the reader's language, and nothing about the inside. */
export function renderErrorPage(facts: {
  readonly status: number;
  readonly requestId: string;
  readonly nonce: string;
  readonly acceptLanguage: string;
}): string {
  const { language, words } = chooseWords(facts.acceptLanguage);
  const sentence = sentenceFor(words, facts.status);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<style nonce="${facts.nonce}">
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #1b1b1f; background: #f7f7f9; }
main { max-width: 34rem; margin: 12vh auto; padding: 2rem 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
small { color: #55555e; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p>${sentence}</p>
<p><small>${words.reference}: ${escapeHtml(facts.requestId)}</small></p>
</main>
</body>
</html>
`;
}

/** Text made safe to stand in HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

function chooseWords(acceptLanguage: string): { readonly language: Language; readonly words: ErrorWords } {
  const language = acceptLanguage.split(',').map((part) => part.trim().slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
  return { language, words: WORDS[language] };
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(WORDS, code);
}

function sentenceFor(words: ErrorWords, status: number): string {
  if (status === 404 || status === 410) return words.missing;
  return status >= 500 ? words.failed : words.refused;
}
