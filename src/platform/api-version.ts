/** The published contract's version: `info.version` of the document (spec.md, Versioning). */
export const contractVersion = '0.5.0';
