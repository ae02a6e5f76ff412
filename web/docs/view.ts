import type { Html } from '../kit/html.ts';

/** Where a page of the documentation stands, and what it is surrounded by. */
export interface DocsFrame {
  /** Of this page: `/docs/errors`. */
  readonly path: string;
  readonly version: string;
  /** With what makes it new when it changes. */
  readonly styleSheetHref: string;
  readonly sections: readonly NavSection[];
}
/** A group of links in the navigation. */
interface NavSection {
  readonly title: string;
  readonly links: readonly { readonly href: string; readonly title: string }[];
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
  readonly example: Html;
}

/** A field of a request or an answer. */
export interface FieldView {
  /** `upsert_travelers.travelers[].first_name` */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly limits: readonly string[];
  readonly description: string;
}

/** One operation of the reference. */
export interface OperationView {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  /** Of OAuth and keys; empty where any credential will do. */
  readonly scopes: readonly string[];
  readonly isOpen: boolean;
  /** A repeat with the same Idempotency-Key is answered from the first outcome. */
  readonly takesIdempotencyKey: boolean;
  readonly parameters: readonly (FieldView & { readonly place: string })[];
  readonly body: readonly FieldView[];
  readonly successStatus: string;
  readonly answer: readonly FieldView[];
  readonly errors: readonly { readonly status: string; readonly codes: readonly string[] }[];
  readonly curl: Html;
}

/** What is sent to an endpoint. */
export interface SentEventView {
  readonly name: string;
  readonly summary: string;
  readonly body: readonly FieldView[];
  readonly example: Html;
}

/** The whole reference. */
export interface ReferenceView {
  readonly publicUrl: string;
  /** The script that adds "Try it"; undefined where nothing may be tried: in production. */
  readonly tryScriptHref: string | undefined;
  readonly groups: readonly {
    readonly name: string;
    readonly description: string;
    readonly operations: readonly OperationView[];
  }[];
  readonly sharedHeaders: readonly FieldView[];
  readonly webhooks: {
    readonly description: string;
    readonly headers: readonly FieldView[];
    readonly events: readonly SentEventView[];
  };
}
