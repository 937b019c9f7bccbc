/**
 * True if a query or a form has more than `max` parameters. Counted before parsing, because each parameter costs far more CPU than its
 * bytes.
 */
export function hasMoreParameters(text: string, max: number): boolean {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}
