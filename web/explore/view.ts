/** What the shell of `/explore` differs in. */
export interface ExploreView {
  /** Where style, scripts and the map are; with what makes it new when they change. */
  readonly assetsPath: string;
  readonly isSandbox: boolean;
  /** Whether there is a sign-in page of our own. */
  readonly canSignIn: boolean;
  /** Anyone who is signed in with this browser. */
  readonly session: { readonly name: string; readonly formToken: string } | undefined;
}
