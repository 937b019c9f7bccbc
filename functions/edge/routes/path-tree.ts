/** Path templates by segment; each leads to a value per method. */
export interface PathTree<T> {
  /**
   * Returns the value of the first template that matches a path and method. Exact segments precede parameters, which precede rest
   * parameters. `ANY` matches every method, and HEAD falls back to GET. A trailing slash is ignored.
   */
  find(method: string, path: string): T | undefined;
  /** Methods that a path accepts, for the `Allow` header; empty for unknown paths. */
  methods(path: string): readonly string[];
}

/** Value of a template such as `/api/api-key/{key}`. `{name}` matches one segment, `{name+}` the rest; neither matches an empty string. */
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
  /** Values by method: for templates that end here, and for templates with a rest parameter. */
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

/** Searches the path from position `at`, which is a slash or the end of the path. */
function walk<T>(from: Branch<T>, path: string, at: number, method: string): T | undefined {
  if (at >= path.length) return taking(from.end, method);
  const end = endOfSegment(path, at);
  // Relay prefixes have no exact segments below them: their paths are long, and every call passes here twice.
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

/** Follows all matching branches and collects their methods. */
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
