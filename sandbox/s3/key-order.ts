/** Compares as the UTF-8 bytes would: code units do, but for the surrogates. */
export function keyOrder(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}

/** The first place in a sorted list whose key is not before this one. */
export function indexOfKey(sorted: readonly string[], key: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOrder(sorted[middle] ?? "", key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Surrogates stand for what is behind U+FFFF. */
function rank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
