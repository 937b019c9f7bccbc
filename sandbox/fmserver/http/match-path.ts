/** Returns the variables of a path that matches a pattern with parts such as `{db}`; undefined if it doesn't match. */
export function matchPath(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const path: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? "";
    if (part.startsWith("{")) {
      if (segment === "") return undefined;
      path[part.slice(1, -1)] = segment;
    } else if (part !== segment) {
      return undefined;
    }
  }
  return path;
}
