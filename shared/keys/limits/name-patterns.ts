/** Whether a name is one of those that patterns stand for. `*` stands for any characters; case does not matter. */
export type NameRule = (name: string) => boolean;

export function nameRule(patterns: readonly string[]): NameRule {
  const parts = patterns.map((pattern) => folded(pattern).split("*"));
  return (name) => {
    const text = folded(name);
    return parts.some((wanted) => matches(text, wanted));
  };
}

/** FileMaker compares names without case, and takes composed and decomposed letters for the same. */
function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** The parts between the stars, each at the first place behind the one before: this needs no second try, however many stars. */
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
