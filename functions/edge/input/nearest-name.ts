/** The name that may have been meant by one that is not known; undefined where none is like it. */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  const wanted = folded(given);
  if (wanted.length === 0 || wanted.length > longest) return undefined;
  const ranked = [...names]
    .map((name) => ({ name, difference: difference(wanted, folded(name)) }))
    .sort((one, other) => one.difference - other.difference);
  const [first] = ranked;
  return first !== undefined && first.difference <= mostDifference ? first.name : undefined;
}

/** A longer one is no slip of the keyboard, and comparing costs the product of both lengths. */
const longest = 64;
/** The part of a name's letters that may differ. */
const mostDifference = 0.4;

/** Without what differs between the ways in which names are written. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** From 0 for the same letters to 1. Where one name begins with the other, as `password` and `pass` do, little. */
function difference(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const edits = distance(short, long) / long.length;
  return short.length >= 3 && long.startsWith(short) ? Math.min(edits, mostDifference) : edits;
}

/** How many letters have to be put in, left out, replaced or exchanged with their neighbour. */
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
