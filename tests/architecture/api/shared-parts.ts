/** A value whose repeated parts are replaced with `{"$part": number}`, and those parts. */
export interface WithParts {
  readonly parts: readonly unknown[];
  readonly value: unknown;
}

/** Parts below this length aren't worth a reference. Characters. */
const shortest = 30;

/** Replaces objects that occur more than once, which shortens an API's description to a third. */
export function shareParts(value: unknown): WithParts {
  const counts = new Map<string, number>();
  const count = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const text = JSON.stringify(part);
    const seen = counts.get(text) ?? 0;
    counts.set(text, seen + 1);
    if (seen === 0) for (const inner of Object.values(part)) count(inner);
  };
  count(value);

  const parts: unknown[] = [];
  const numbers = new Map<string, number>();
  const shared = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    const text = JSON.stringify(part);
    if ((counts.get(text) ?? 0) < 2 || text.length < shortest) return inner(part);
    const known = numbers.get(text);
    if (known !== undefined) return { $part: known };
    const of = inner(part);
    parts.push(of);
    numbers.set(text, parts.length - 1);
    return { $part: parts.length - 1 };
  };
  const inner = (part: object): unknown =>
    Array.isArray(part)
      ? part.map(shared)
      : Object.fromEntries(Object.entries(part).map(([name, of]) => [name, shared(of)]));
  return { value: shared(value), parts };
}

/** Reverses `shareParts`. */
export function wholeValue({ value, parts }: WithParts): unknown {
  const whole = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(whole);
    if ("$part" in part) return whole(parts[Number(part.$part)]);
    return Object.fromEntries(Object.entries(part).map(([name, of]) => [name, whole(of)]));
  };
  return whole(value);
}
