/** A name and a password. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** The credentials of a Basic header, or undefined when it is none. */
export function basicCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic\s+(.+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon === -1 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The token of a Bearer header, or undefined when it is none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
}
