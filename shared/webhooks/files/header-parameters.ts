/** Returns a parameter of a header value: `name` in `form-data; name="photo"`. */
export function parameterIn(value: string, name: string): string | undefined {
  return headerParameter(value, name)?.replace(/\\(["\\])/g, "$1");
}

/** Returns a parameter of a header value with its escapes. */
export function headerParameter(value: string, name: string): string | undefined {
  // Reads all parameters, because a quoted value can contain what looks like another one.
  for (const [, found, quoted, plain] of value.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g))
    if (found?.toLowerCase() === name) return quoted ?? plain;
  return undefined;
}

/** Returns the file name of a Content-Disposition in either syntax (RFC 6266, RFC 8187). */
export function fileNameIn(disposition: string): string | undefined {
  const name = extendedFileName(disposition) ?? plainFileName(disposition);
  return name === undefined ? undefined : safeFileName(name);
}

/** Returns the file name in the extended syntax, which is always UTF-8. */
export function extendedFileName(disposition: string): string | undefined {
  const extended = /^utf-8'[^']*'(.+)$/i.exec(headerParameter(disposition, "filename*") ?? "")?.[1];
  return extended === undefined ? undefined : decoded(extended);
}

/** Returns the file name in the plain syntax. */
export function plainFileName(disposition: string): string | undefined {
  return parameterIn(disposition, "filename")?.replaceAll("%22", '"');
}

const maxCharacters = 200;

/** Returns the last segment of a name, without characters that have a meaning in headers. */
export function safeFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return last.replace(/[\p{Cc}\p{Cs}]/gu, "").slice(-maxCharacters);
}

/** Returns a content type that is valid in a header; `application/octet-stream` if it isn't valid. */
export function safeContentType(type = ""): string {
  return /^[\x21-\x7e][\x20-\x7e]{0,199}$/.test(type) ? type : "application/octet-stream";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not encoded: use the name unchanged.
  }
}
