/** Who sells, as pages and mails show it. */
export interface SellerView {
  readonly name: string;
  /** On our own origin; as many pixels as the file says. */
  readonly logo: { readonly path: string; readonly width: number; readonly height: number } | undefined;
  /** `#rrggbb`; undefined: the product's own. */
  readonly colour: string | undefined;
  readonly support: {
    readonly email: string | undefined;
    readonly phone: string | undefined;
    readonly url: string | undefined;
  };
  readonly termsUrl: string | undefined;
  readonly privacyUrl: string | undefined;
}
