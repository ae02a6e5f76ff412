import type { Html } from '../kit/html.ts';

/** The parts of the documentation, as the bar at the top names them. */
export type DocsArea = 'guides' | 'reference' | 'errors' | 'changelog' | 'search';

/** A page, as a list of pages names it. */
export interface PageLink {
  readonly href: string;
  readonly title: string;
}

/** Where a page of the documentation stands, and what it is surrounded by. */
export interface DocsFrame {
  /** Of this page: `/docs/errors`. */
  readonly path: string;
  readonly area: DocsArea;
  readonly version: string;
  /** With what makes it new when it changes. */
  readonly styleSheetHref: string;
  /** Of the scripts of every page. */
  readonly scriptVersion: string;
  readonly sections: readonly NavSection[];
  /** This page as Markdown. */
  readonly markdownHref?: string | undefined;
  readonly previous?: PageLink | undefined;
  readonly next?: PageLink | undefined;
}
/** A group of links in the navigation. */
export interface NavSection {
  readonly title: string;
  /** May be folded away; open where the page is one of it. */
  readonly isFoldable?: boolean;
  readonly links: readonly NavLink[];
}
/** A link of the navigation. */
export interface NavLink extends PageLink {
  /** Of an operation. */
  readonly method?: string;
}

/** An anchor of the page, for `On this page`. */
export interface Heading {
  readonly id: string;
  readonly title: string;
}

/** A guide made of Markdown. */
export interface GuideView {
  readonly title: string;
  readonly description: string;
  readonly body: Html;
  readonly headings: readonly Heading[];
}

/** The first page. */
export interface HomeView {
  readonly publicUrl: string;
  readonly isSandbox: boolean;
  readonly groups: readonly {
    readonly title: string;
    readonly guides: readonly { readonly href: string; readonly title: string; readonly description: string }[];
  }[];
}

/** One code of the error list. */
export interface ErrorView {
  readonly code: string;
  readonly meaning: string;
  readonly retry: 'no' | 'after_change' | 'later';
  readonly next: readonly string[];
  readonly conditions: readonly {
    readonly name: string;
    readonly status: number;
    readonly when: string;
    readonly message: string;
  }[];
  /** Top-level keys beside `error`. */
  readonly keys: readonly string[];
  readonly example: CodeView;
}

/** A field of a request or an answer, with the fields within it. */
export interface FieldView {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** An amount with its currency, which one guide explains. */
  readonly isMoney: boolean;
  /** The values that it may have, where the contract lists them. */
  readonly allowed: readonly string[];
  readonly limits: readonly string[];
  readonly description: string;
  /** It has the shape of something it lies in, which is not written out again. */
  readonly isRepeated: boolean;
  readonly fields: readonly FieldView[];
}

/** A header of an answer. */
export interface HeaderView {
  readonly name: string;
  readonly description: string;
}

/** Code as it is copied, and as it is shown. */
export interface CodeView {
  readonly code: string;
  readonly html: Html;
}

/** A request in one language. */
export interface SampleView extends CodeView {
  readonly language: 'curl' | 'TypeScript' | 'CLI';
}

/** An operation, as lists name it. */
export interface OperationSummary {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly isDeprecated: boolean;
}

/** One operation of the reference. */
export interface OperationView extends OperationSummary {
  readonly description: string;
  /** Of OAuth and keys; empty where any credential will do. */
  readonly scopes: readonly string[];
  readonly isOpen: boolean;
  /** An API key is refused: a signed-in person's credential is needed. */
  readonly isForUsers: boolean;
  /** A repeat with the same Idempotency-Key is answered from the first outcome. */
  readonly takesIdempotencyKey: boolean;
  /** Answers as a stream of events, too. */
  readonly streams: boolean;
  readonly pathParameters: readonly FieldView[];
  readonly queryParameters: readonly FieldView[];
  readonly headers: readonly FieldView[];
  readonly body: readonly FieldView[];
  readonly status: string;
  readonly answer: readonly FieldView[];
  readonly answerHeaders: readonly HeaderView[];
  readonly errors: readonly { readonly status: string; readonly codes: readonly string[] }[];
  readonly samples: readonly SampleView[];
  /** The body that was sent, for the form that sends it again. */
  readonly recordedBody: string | undefined;
  readonly recordedAnswer: CodeView | undefined;
  /** Lists of the answer that are longer than shown. */
  readonly cut: readonly { readonly path: string; readonly of: number }[];
}

/** What is sent to an endpoint. */
export interface SentEventView {
  readonly name: string;
  readonly summary: string;
  readonly body: readonly FieldView[];
  readonly example: CodeView;
}

/** All that is sent to endpoints. */
export interface EventsView {
  readonly description: string;
  readonly headers: readonly FieldView[];
  readonly events: readonly SentEventView[];
}

/** The index of the reference. */
export interface ReferenceIndexView {
  readonly publicUrl: string;
  readonly headers: readonly FieldView[];
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly operations: readonly OperationSummary[];
  }[];
  readonly events: readonly { readonly name: string; readonly summary: string }[];
  /** Anchors of the page that the reference used to be, and the groups they lead to. */
  readonly formerAnchors: readonly { readonly id: string; readonly groupId: string }[];
}

/** The page of one operation. */
export interface OperationPageView {
  readonly operation: OperationView;
  readonly group: string;
  /** The form that sends the request; undefined where there is none (production). */
  readonly tryScriptHref: string | undefined;
}

/** A page that was found. */
export interface SearchHit {
  readonly href: string;
  readonly title: string;
  /** `API reference`, `Guide`, `Error`. */
  readonly kind: string;
  readonly text: string;
}

/** The answer of a search. */
export interface SearchView {
  readonly query: string;
  readonly hits: readonly SearchHit[];
}
