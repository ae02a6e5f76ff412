const JWT = /^[\w-]{10,2048}\.([\w-]{10,8192})\.[\w-]{10,2048}$/;

/** The issuer a token names, before anything of it is believed; undefined for what has not the form of a signed JWT. */
export function peekIssuer(token: string): string | undefined {
  const payload = JWT.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null && 'iss' in claims && typeof claims.iss === 'string'
      ? claims.iss
      : undefined;
  } catch {
    return undefined;
  }
}
