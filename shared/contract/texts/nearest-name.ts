/** Returns the known name most similar to an unknown one, or undefined if none is similar. */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  const wanted = folded(given);
  if (wanted.length === 0 || wanted.length > longest) return undefined;
  const ranked = [...names]
    .map((name) => ({ name, difference: difference(wanted, folded(name)) }))
    .sort((one, other) => one.difference - other.difference);
  const [first] = ranked;
  return first !== undefined && first.difference <= mostDifference ? first.name : undefined;
}

/** Maximum length to compare. Longer names are unlikely to be typos, and the cost is the product of both lengths. */
const longest = 64;
/** Maximum share of a name's letters that can differ. */
const mostDifference = 0.4;

/** Returns a name without case and punctuation. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Returns the difference between names from 0 (same letters) to 1. Small if one name begins with the other, as in `password` and `pass`.
 */
function difference(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const edits = distance(short, long) / long.length;
  return short.length >= 3 && long.startsWith(short) ? Math.min(edits, mostDifference) : edits;
}

/** Returns the edit distance: letters inserted, deleted, replaced or swapped with their neighbor. */
function distance(from: string, to: string): number {
  let [beforeLast, last]: readonly (readonly number[])[] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row += 1) {
    const costs = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const isSame = from[row - 1] === to[at - 1];
      const isExchanged = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      costs.push(
        Math.min(
          cost(last, at) + 1,
          cost(costs, at - 1) + 1,
          cost(last, at - 1) + (isSame ? 0 : 1),
          isExchanged ? cost(beforeLast, at - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, costs];
  }
  return cost(last, to.length);
}

function cost(costs: readonly number[] | undefined, at: number): number {
  return costs?.[at] ?? Number.POSITIVE_INFINITY;
}
