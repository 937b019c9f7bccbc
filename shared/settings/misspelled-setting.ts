type Variables = Readonly<Record<string, string | undefined>>;

/** Minimum number of letters. Shorter names, such as `PORT`, are one typo away from variables of other programs. */
const minLetters = 6;

/**
 * Returns a sentence about an unknown variable that is one typo away from a known setting, for the person who starts the program. Case
 * and underscores don't matter. An empty variable counts as not set. Undefined if there is none.
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

/** Returns variables that are set but aren't settings. */
export function unknownNames(variables: Variables, known: readonly string[]): readonly string[] {
  return Object.keys(variables).filter((name) => (variables[name] ?? "") !== "" && !known.includes(name));
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll("_", "");
}

function isLongEnough({ letters }: { readonly letters: string }): boolean {
  return letters.length >= minLetters;
}

/** True if one letter was added, omitted or replaced, or two neighboring ones were swapped. */
function isOneTypoAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isExchanged = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (isExchanged && short.slice(at + 2) === long.slice(at + 2));
}
