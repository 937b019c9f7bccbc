/** Resource or method of a REST API, with its physical ID and evaluated properties. */
interface ApiPart {
  readonly id: string;
  readonly properties: { readonly [name: string]: unknown };
}

/**
 * Returns a function that says whether the method for a path streams its answers. The most specific resource decides: literal parts of a path
 * before variables, and these before one that takes the rest of the path.
 */
export function streamedRoutes(resources: readonly ApiPart[], methods: readonly ApiPart[]): (path: string) => boolean {
  const byId = new Map(resources.map((one) => [one.id, one]));
  const partsOf = (id: string): readonly string[] => {
    const found = byId.get(id);
    return found === undefined
      ? []
      : [...partsOf(String(found.properties.ParentId)), String(found.properties.PathPart)];
  };
  const routes = methods
    .map(({ properties }) => ({
      parts: partsOf(String(properties.ResourceId)),
      isStreamed: isObject(properties.Integration) && properties.Integration.ResponseTransferMode === "STREAM",
    }))
    .toSorted((one, other) => compare(one.parts, other.parts));
  return (path) => {
    const given = path.split("/").slice(1);
    return routes.find(({ parts }) => matches(parts, given))?.isStreamed ?? false;
  };
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}

const rank = (part: string | undefined) =>
  part === undefined ? 3 : part.endsWith("+}") ? 2 : part.startsWith("{") ? 1 : 0;

function compare(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = rank(one[at]) - rank(other[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function matches(parts: readonly string[], given: readonly string[]): boolean {
  const takesRest = parts.at(-1)?.endsWith("+}") === true;
  if (takesRest ? given.length < parts.length : given.length !== parts.length) return false;
  return parts.every((part, at) => part.startsWith("{") || part === given[at]);
}
