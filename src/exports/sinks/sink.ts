/** Where files are put. */
export interface Sink {
  /** What it is known by, without secrets. */
  readonly name: string;
  /** Puts a file there whole, in place of one of its name. Nobody ever sees a part of it. */
  put(name: string, bytes: Uint8Array): Promise<void>;
}
