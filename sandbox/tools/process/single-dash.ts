/** Options such as `-src_path FILE`, by lowercase name; options listed as flags have no value. */
export interface SingleDash {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
  /** Arguments that aren't options. */
  readonly words: readonly string[];
  /** First option that is unknown or lacks its value. */
  readonly wrong: string | undefined;
}

/** Parses such a command line; short names are aliases of long ones. */
export function readSingleDash(
  given: readonly string[],
  known: {
    readonly values: readonly string[];
    readonly flags: readonly string[];
    readonly short?: Readonly<Record<string, string>>;
  },
): SingleDash {
  const values: Record<string, string> = {};
  const flags = new Set<string>();
  const words: string[] = [];
  let wrong: string | undefined;
  const rest = [...given];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-") || word === "-") {
      words.push(word);
      continue;
    }
    const bare = word.replace(/^--?/, "");
    const name = known.short?.[bare] ?? bare.toLowerCase();
    if (known.flags.includes(name)) flags.add(name);
    else if (known.values.includes(name) && rest.length > 0) values[name] = rest.shift() ?? "";
    else wrong ??= word;
  }
  return { values, flags, words, wrong };
}
