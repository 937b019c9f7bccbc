/** Templates of paths by their words; each leads to something by its method. */
export interface PathTree<T> {
  /**
   * What the first template that fits a path has for a method: exact words come before parameters, and those before the rest of a path.
   * What is there for `ANY` takes every method, and a HEAD is served where there is a GET. A slash at the end changes nothing.
   */
  find(method: string, path: string): T | undefined;
  /** The methods that a path takes, for the header `Allow`; none where it leads nowhere. */
  methods(path: string): readonly string[];
}

/** Where a template such as `/api/api-key/{key}` leads; `{name}` takes one segment, `{name+}` the rest, and neither takes nothing. */
export interface PathEntry<T> {
  readonly method: string;
  readonly template: string;
  readonly value: T;
}

export function pathTree<T>(entries: Iterable<PathEntry<T>>): PathTree<T> {
  const root = branch<T>();
  for (const entry of entries) plant(root, entry.template.split("/").slice(1), entry);
  return {
    find(method, path) {
      const place = withoutLastSlash(path);
      return walk(root, place, 0, method) ?? (method === "HEAD" ? walk(root, place, 0, "GET") : undefined);
    },

    methods(path) {
      const found = new Set<string>();
      collect(root, withoutLastSlash(path), 0, found);
      return [...found].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    },
  };
}

interface Branch<T> {
  readonly words: Map<string, Branch<T>>;
  parameter: Branch<T> | undefined;
  /** By method: what a template leads to that ends here, and one that takes the rest. */
  readonly end: Map<string, T>;
  readonly rest: Map<string, T>;
}

function branch<T>(): Branch<T> {
  return { words: new Map(), parameter: undefined, end: new Map(), rest: new Map() };
}

function plant<T>(from: Branch<T>, [word, ...further]: readonly string[], entry: PathEntry<T>): void {
  if (word === undefined) from.end.set(entry.method, entry.value);
  else if (word.endsWith("+}")) from.rest.set(entry.method, entry.value);
  else if (word.startsWith("{")) {
    from.parameter ??= branch();
    plant(from.parameter, further, entry);
  } else {
    const next = from.words.get(word) ?? branch<T>();
    from.words.set(word, next);
    plant(next, further, entry);
  }
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Looks behind the place `at` of a path, where a slash stands or the path is over. */
function walk<T>(from: Branch<T>, path: string, at: number, method: string): T | undefined {
  if (at >= path.length) return taking(from.end, method);
  const end = endOfSegment(path, at);
  // Below the prefix of a relay are no words: its paths are long, and every call goes through here twice.
  const next = from.words.size === 0 ? undefined : from.words.get(path.slice(at + 1, end));
  const byWord = next && walk(next, path, end, method);
  if (byWord !== undefined) return byWord;
  const byParameter = from.parameter && end > at + 1 ? walk(from.parameter, path, end, method) : undefined;
  if (byParameter !== undefined) return byParameter;
  return path.length > at + 1 ? taking(from.rest, method) : undefined;
}

function taking<T>(byMethod: ReadonlyMap<string, T>, method: string): T | undefined {
  return byMethod.get(method) ?? byMethod.get("ANY");
}

/** Goes the same ways, and all of them. */
function collect(from: Branch<unknown>, path: string, at: number, methods: Set<string>): void {
  if (at >= path.length) {
    for (const method of from.end.keys()) methods.add(method);
    return;
  }
  const end = endOfSegment(path, at);
  const next = from.words.get(path.slice(at + 1, end));
  if (next !== undefined) collect(next, path, end, methods);
  if (from.parameter !== undefined && end > at + 1) collect(from.parameter, path, end, methods);
  if (path.length > at + 1) for (const method of from.rest.keys()) methods.add(method);
}

function endOfSegment(path: string, at: number): number {
  const slash = path.indexOf("/", at + 1);
  return slash < 0 ? path.length : slash;
}
