/**
 * Where `src/context.ts` registers its `App` by declaration merging, as plugins of Fastify register their decorators:
 * handlers and jobs then get the whole `App` from a platform that knows none of its domains.
 */
// biome-ignore lint/suspicious/noEmptyInterface: declaration merging fills it
export interface AppRegistry {}

/**
 * The registered `App`. Code in `src/platform` only hands it on; interfaces that `App` itself holds name it by this
 * type, so that their files need not import the file that declares `App`.
 */
export type RegisteredApp = AppRegistry extends { readonly app: infer A } ? A : never;
