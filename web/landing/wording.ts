/** A card of the home page: where it leads is said by its title. */
interface CardMessages {
  readonly title: string;
  readonly text: string;
}

/**
 * What is said on the home page and on the page that says that another cannot be shown. Once per language: a missing
 * one does not compile.
 */
export interface HomeMessages {
  readonly home: {
    /** Of the browser's tab. */
    readonly tab: string;
    readonly title: string;
    readonly text: string;
    readonly quickStart: string;
    readonly reference: string;
    readonly firstCall: string;
    readonly firstCallText: string;
    readonly explainKey: string;
    readonly more: string;
    readonly cards: Readonly<Record<'docs' | 'explore' | 'signUp' | 'signIn' | 'manage' | 'agents', CardMessages>>;
    readonly version: string;
    readonly health: string;
    readonly contract: string;
    readonly description: string;
  };
  readonly testMode: string;
  readonly error: {
    readonly title: string;
    readonly missingTitle: string;
    readonly missing: string;
    readonly failed: string;
    readonly refused: string;
    readonly reference: string;
    readonly home: string;
    readonly booking: string;
  };
}
