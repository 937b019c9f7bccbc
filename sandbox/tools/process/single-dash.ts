/** Options of the kind `-src_path FILE`, by name in lower case; those that are listed as flags take no value. */
export interface SingleDash {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
  /** What is no option. */
  readonly words: readonly string[];
  /** The first option that nobody knows, or that lacks its value. */
  readonly wrong: string | undefined;
}

/** Takes such a command line apart; short names stand for long ones. */
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
