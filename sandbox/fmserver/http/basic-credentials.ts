export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** Returns the credentials in a Basic header; undefined for other headers. */
export function basicCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic\s+(.+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon === -1 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Returns the token in a Bearer header; undefined for other headers. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
}
