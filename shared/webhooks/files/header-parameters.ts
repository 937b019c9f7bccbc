/** A parameter of a header's value: `name` in `form-data; name="photo"`. */
export function parameterIn(value: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, "i");
  const found = pattern.exec(value);
  return found?.[1]?.replace(/\\(["\\])/g, "$1") ?? found?.[2];
}

/** The name of a file in a Content-Disposition, in whichever of the two ways it is written (RFC 6266, RFC 8187). */
export function fileNameIn(disposition: string): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const name = extended === undefined ? parameterIn(disposition, "filename") : decoded(extended);
  return name === undefined ? undefined : safeFileName(name.replaceAll("%22", '"'));
}

const mostCharacters = 200;

/** The last part of a name, without what has a meaning in a header. */
export function safeFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return last.replace(/[\p{Cc}\p{Cs}]/gu, "").slice(-mostCharacters);
}

/** A content type that a header may carry; that of any bytes in place of one that it may not. */
export function safeContentType(type = ""): string {
  return /^[\x21-\x7e][\x20-\x7e]{0,199}$/.test(type) ? type : "application/octet-stream";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // It is a name like any other.
  }
}
