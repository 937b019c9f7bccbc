type Variables = Readonly<Record<string, string | undefined>>;

/** Names of fewer letters, such as `PORT`, are one typo away from variables that other programs use. */
const minLetters = 6;

/**
 * Names an unknown variable that is one typo away from a known setting, in a sentence for the person who starts the program.
 * Upper and lower case and underscores don't count. An empty variable counts as not set.
 */
export function misspelledSetting(variables: Variables, known: readonly string[]): string | undefined {
  const settings = known.map((name) => ({ name, letters: lettersOf(name) })).filter(isLongEnough);
  for (const given of unknownNames(variables, known)) {
    const letters = lettersOf(given);
    const meant = settings.find((setting) => setting.letters === letters || isOneTypoAway(setting.letters, letters));
    if (meant !== undefined) return `Unknown setting ${given}. Did you mean ${meant.name}?`;
  }
  return undefined;
}

/** Variables that are set and aren't settings. */
export function unknownNames(variables: Variables, known: readonly string[]): readonly string[] {
  return Object.keys(variables).filter((name) => (variables[name] ?? "") !== "" && !known.includes(name));
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll("_", "");
}

function isLongEnough({ letters }: { readonly letters: string }): boolean {
  return letters.length >= minLetters;
}

/** True if one letter was added, left out or replaced, or two neighbors were exchanged. */
function isOneTypoAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isExchanged = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (isExchanged && short.slice(at + 2) === long.slice(at + 2));
}
