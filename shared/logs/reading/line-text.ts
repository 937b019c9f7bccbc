import type { TextLine } from "../log-reader.ts";

/** Maximum length in bytes of a line that isn't truncated. */
export const longestLineBytes = 16 * 1024;

/** Decodes a line. Removes the line ending and byte order mark, replaces invalid UTF-8, and truncates very long lines. */
export function lineText(bytes: Buffer, offset: number): TextLine {
  const hasMark = offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const from = hasMark ? 3 : 0;
  let to = bytes.length;
  if (bytes[to - 1] === 0x0a) to -= 1;
  if (bytes[to - 1] === 0x0d) to -= 1;
  const isCut = to - from > longestLineBytes;
  const text = bytes.toString(
    "utf8",
    from,
    isCut ? wholeCharacters(bytes, from + longestLineBytes) : Math.max(from, to),
  );
  return { offset, text, isCut };
}

/** Returns the last index, up to `index`, that doesn't split a character. */
function wholeCharacters(bytes: Buffer, index: number): number {
  let at = index;
  while (at > index - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
