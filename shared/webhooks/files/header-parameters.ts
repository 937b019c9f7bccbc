/** Returns a parameter of a header value: `name` in `form-data; name="photo"`. */
export function parameterIn(value: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, "i");
  const found = pattern.exec(value);
  return found?.[1]?.replace(/\\(["\\])/g, "$1") ?? found?.[2];
}

/** Returns the file name of a Content-Disposition in either syntax (RFC 6266, RFC 8187). */
export function fileNameIn(disposition: string): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const name = extended === undefined ? parameterIn(disposition, "filename") : decoded(extended);
  return name === undefined ? undefined : safeFileName(name.replaceAll("%22", '"'));
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
