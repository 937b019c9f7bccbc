/** Templates of paths by their words, each with what it leads to. */
export interface PathTree<T> {
  /**
   * What `take` makes of the first template that fits a path and that it takes: exact words come before parameters, and those before the
   * rest of a path. A slash at the end changes nothing.
   */
  find<U>(path: string, take: (value: T) => U | undefined): U | undefined;
}

/** The tree of templates such as `/api/api-key/{key}`; `{name}` takes one segment, `{name+}` the rest, and neither takes nothing. */
export function pathTree<T>(entries: Iterable<readonly [template: string, value: T]>): PathTree<T> {
  const root = branch<T>();
  for (const [template, value] of entries) plant(root, template.split("/").slice(1), value);
  return {
    find: (path, take) => walk(root, path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path, 0, take),
  };
}

interface Branch<T> {
  readonly words: Map<string, Branch<T>>;
  parameter: Branch<T> | undefined;
  readonly ends: T[];
  readonly rests: T[];
}

function branch<T>(): Branch<T> {
  return { words: new Map(), parameter: undefined, ends: [], rests: [] };
}

function plant<T>(from: Branch<T>, [word, ...further]: readonly string[], value: T): void {
  if (word === undefined) from.ends.push(value);
  else if (word.endsWith("+}")) from.rests.push(value);
  else if (word.startsWith("{")) {
    from.parameter ??= branch();
    plant(from.parameter, further, value);
  } else {
    const next = from.words.get(word) ?? branch<T>();
    from.words.set(word, next);
    plant(next, further, value);
  }
}

/** Looks behind the place `at` of a path, where a slash stands or the path is over. */
function walk<T, U>(from: Branch<T>, path: string, at: number, take: (value: T) => U | undefined): U | undefined {
  const start = at + 1;
  if (at >= path.length) return firstTaken(from.ends, take);
  const slash = path.indexOf("/", start);
  const end = slash < 0 ? path.length : slash;
  const next = from.words.get(path.slice(start, end));
  const byWord = next && walk(next, path, end, take);
  if (byWord !== undefined) return byWord;
  const byParameter = from.parameter && end > start ? walk(from.parameter, path, end, take) : undefined;
  if (byParameter !== undefined) return byParameter;
  return path.length > start ? firstTaken(from.rests, take) : undefined;
}

function firstTaken<T, U>(values: readonly T[], take: (value: T) => U | undefined): U | undefined {
  for (const value of values) {
    const taken = take(value);
    if (taken !== undefined) return taken;
  }
  return undefined;
}
