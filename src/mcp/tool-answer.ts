/** What a tool answers: texts, of which the last is the data as JSON. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  /** The data of the last text, for what is made of it here. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** Where a person pays, when that is what comes next. */
  readonly checkoutUrl: string | undefined;
}
