/** Compares keys in the order of their UTF-8 bytes, which is the order of code units except for surrogates. */
export function keyOrder(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}

/** Returns the first index in a sorted list whose key isn't before this one. */
export function indexOfKey(sorted: readonly string[], key: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOrder(sorted[middle] ?? "", key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Moves surrogates, which represent characters above U+FFFF, to the end. */
function rank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
