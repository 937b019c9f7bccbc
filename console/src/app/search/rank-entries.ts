import { searchVerbs, searchWords } from "../../messages/english/installation/search-words.ts";
import type { SearchResult } from "./search-result.ts";

const groups = Object.values(searchWords).map((words): ReadonlySet<string> => new Set(words));

/** Groups of entries that come later or earlier than the others. */
interface RankedGroups {
  readonly actions: string;
  readonly errors: string;
}

/**
 * Returns the entries that contain all typed words or synonyms of them. Entries that start with the typed text come first; then, after a
 * verb, actions; then entries with the words themselves before entries with synonyms, and pages and objects before actions and errors.
 */
export function rankedEntries(
  entries: readonly SearchResult[],
  typed: string,
  { actions, errors }: RankedGroups,
): readonly SearchResult[] {
  const wanted = typed.trim().toLowerCase();
  const parts = wanted.split(/\s+/);
  const startsWithVerb = parts.length > 1 && searchVerbs.has(parts[0] ?? "");
  const ranked = entries.flatMap((entry) => {
    const name = entry.text.toLowerCase();
    const words = `${name} ${entry.also?.toLowerCase() ?? ""}`;
    const isLiteral = parts.every((part) => words.includes(part));
    const has = (part: string) => words.includes(part) || synonymsOf(part).some((word) => hasWord(words, word));
    if (!parts.every(has)) return [];
    const isAction = entry.group === actions;
    const rank = name.startsWith(wanted)
      ? 0
      : entry.group === errors && !/^-?\d+$/.test(wanted)
        ? 3
        : isAction === startsWithVerb
          ? 1
          : 2;
    return [{ entry, rank: rank * 2 + (isLiteral ? 0 : 1) }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}

/** Returns the synonyms of a word, or of its singular. */
function synonymsOf(word: string): readonly string[] {
  const singular = word.replace(/s$/, "");
  return groups.filter((group) => group.has(word) || group.has(singular)).flatMap((group) => [...group]);
}

/** Typed words may be parts of words; synonyms are whole words, so that "new" doesn't find "renewed". */
function hasWord(words: string, word: string): boolean {
  return words.split(/[^\p{L}\p{N}]+/u).some((one) => one === word || one === `${word}s`);
}
