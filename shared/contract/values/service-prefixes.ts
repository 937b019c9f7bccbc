/** Returns the path prefixes to try on another server's service: our own and the common ones. */
export function prefixesToTry(own: readonly string[]): readonly string[] {
  return [...new Set([...own, "svc", "otto"])];
}
