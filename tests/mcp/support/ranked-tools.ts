/** Text that is ranked: a tool, or a group of tools that isn't loaded. */
export interface Ranked {
  readonly name: string;
  readonly text: string;
}

/** Words that say nothing about a task. */
const fillers = new Set(
  "a an and are as at be by can do for from get has have how if in is it its me my of on or so that the them there they this to under up was what when which who why with without you your".split(
    " ",
  ),
);

/**
 * Returns the entries that fit a sentence, best first. A plain measure (words in common, rare ones count more, those of the name most), so that
 * names and descriptions decide, and not what a model happens to know.
 */
export function ranked(
  sentence: string,
  entries: readonly Ranked[],
): readonly { readonly name: string; readonly score: number }[] {
  const documents = entries.map(({ name, text }) => ({
    name,
    inName: wordsIn(name.replaceAll("_", " ")),
    inText: wordsIn(text),
  }));
  const rarity = (word: string) => {
    const count = documents.filter(({ inName, inText }) => inName.has(word) || inText.has(word)).length;
    return count === 0 ? 0 : Math.log(1 + documents.length / count);
  };
  const wanted = [...wordsIn(sentence)].map((word) => [word, rarity(word)] as const);
  return documents
    .map(({ name, inName, inText }) => ({
      name,
      score: wanted.reduce(
        (sum, [word, weight]) => sum + (inName.has(word) ? 3 : inText.has(word) ? 1 : 0) * weight,
        0,
      ),
    }))
    .sort((one, other) => other.score - one.score);
}

/** Returns the words of a text without endings and fillers. */
function wordsIn(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !fillers.has(word)).map(stem));
}

function stem(word: string): string {
  const short = word.replace(/(?:ies)$/, "y").replace(/(?:ing|ed|s)$/, "");
  return short.length >= 3 ? short : word;
}
