/** Returns true if a name matches one of the patterns. `*` matches any characters; case-insensitive. */
export type NameRule = (name: string) => boolean;

export function nameRule(patterns: readonly string[]): NameRule {
  const parts = patterns.map((pattern) => normalized(pattern).split("*"));
  return (name) => {
    const text = normalized(name);
    return parts.some((wanted) => matches(text, wanted));
  };
}

/** Returns a normalized name: FileMaker compares names case-insensitively, and treats composed and decomposed characters as equal. */
function normalized(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * Matches the parts between the asterisks, each at its first position after the previous one. This needs no backtracking for any number of
 * asterisks.
 */
function matches(text: string, [first = "", ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
