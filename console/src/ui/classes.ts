/** Returns class names as one string, without false ones. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
