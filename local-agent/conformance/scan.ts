import { knownPlaces, knownTexts } from "./known-words.ts";
import { ownVocabulary } from "./own-vocabulary.ts";

/** Found text that a recording can't contain. */
export interface Leak {
  readonly file: string;
  readonly kind: string;
}

const patterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["an e-mail address", /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ["an IP address", /\b(?!127\.0\.0\.1\b)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\b/],
  ["a UUID", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i],
  ["a private key", /-----BEGIN/],
];
/** Versions of programs look like IP addresses. */
const versionText = /\b(?:1[5-9]|[234]\d)\.\d\.\d{1,2}\.\d{1,4}\b/g;
const minRandomLength = 20;
const minEntropyBits = 3.8;

/**
 * Looks through the finished files of a recording for values that must not be in it, the words of the administrator, and texts that look
 * like addresses, IDs or secrets. `versions` are the server's own, which look like IP addresses.
 */
export function leaksIn(
  files: ReadonlyMap<string, string>,
  { hidden, words, versions }: Readonly<Record<"hidden" | "words" | "versions", Iterable<string>>>,
): readonly Leak[] {
  const leaks: Leak[] = [];
  const values = [...hidden].filter((value) => value.length > 3 && !vocabulary.has(value.toLowerCase()));
  const asked = [...words].map((word) => word.trim().toLowerCase()).filter((word) => word !== "");
  const own = [...versions].filter((version) => version !== "");
  for (const [file, content] of files) {
    const text = own.reduce((rest, version) => rest.replaceAll(version, "«version»"), wordsOf(content));
    const forms = (value: string) => [value, encodeURIComponent(value)];
    if (values.some((value) => forms(value).some((form) => contains(text, form))))
      leaks.push({ file, kind: "a name or secret" });
    const lower = content.toLowerCase();
    if (asked.some((word) => lower.includes(word))) leaks.push({ file, kind: "a word of your list" });
    for (const [kind, pattern] of patterns) if (pattern.test(text)) leaks.push({ file, kind });
    if (file !== "manifest.json" && (text.match(/[A-Za-z0-9+/_=-]+/g) ?? []).some(isRandom))
      leaks.push({ file, kind: "a text that looks like a secret" });
  }
  return leaks;
}

/** Words that recordings have in any case: those of our questions and formats, and FileMaker Server's own keys and words. */
const vocabulary: ReadonlySet<string> = new Set(
  [...ownVocabulary, ...knownTexts, ...knownPlaces]
    .flatMap((text) => [text, ...text.split(/[^\w]+/)])
    .map((word) => word.toLowerCase()),
);

/** Returns the values of a file and the keys of its answers, without the keys of the format. */
function wordsOf(content: string): string {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collect(one);
    else if (value !== null && typeof value === "object")
      for (const [key, one] of Object.entries(value)) {
        words.push(key);
        collect(one);
      }
    else words.push(String(value));
  };
  collect(JSON.parse(content));
  return words.join("\n").replaceAll(versionText, "«version»");
}

/** True if a text contains a value that isn't part of a longer word. */
function contains(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + value.length))) return true;
  return false;
}

/** True if a word looks like a token: long, with letters and digits, in no order. */
function isRandom(word: string): boolean {
  if (word.length < minRandomLength || !/\d.*\d/.test(word) || !/[a-z]/i.test(word)) return false;
  // Paths consist of words.
  if (word.split(/[/_=-]/).every((part) => part.length < minRandomLength)) return false;
  const counts = Map.groupBy(word, (letter) => letter);
  let bits = 0;
  for (const { length } of counts.values()) bits -= (length / word.length) * Math.log2(length / word.length);
  return bits >= minEntropyBits;
}
