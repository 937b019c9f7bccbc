/** Controls except tab and line ends, and characters that aren't drawn, such as zero-width characters, text directions and tags. */
const unseen = String.raw`(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;

/** Format characters that are drawn: signs that enclose the digits after them, in Arabic, Syriac and Kaithi. */
const drawn = String.raw`[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]`;

/** Signs that join the letters of Indic scripts. A joiner after one of them shapes the letter before it, also at the end of a word. */
const virama = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1B44\uA9C0]`;
const letter = String.raw`[\p{L}\p{M}]`;
/** Scripts that separate words by a zero-width space. */
const wordsWithoutSpaces = ["Thai", "Lao", "Khmer", "Myanmar", "Javanese", "Balinese", "Tibetan"]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");
const pictograph = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]`;

/**
 * Places where a character that isn't drawn changes the characters next to it, so that the text would be another one without it.
 * Sources: UAX #31 (layout and format control characters), UTS #51 (sequences of emoji), and StandardizedVariants.txt of Unicode.
 */
const meaningful = [
  drawn,
  // Joiners and soft hyphens within words, and a joiner at the end of a shaped letter.
  String.raw`(?<=${letter})[\u200C\u200D\u00AD](?=${letter})`,
  String.raw`(?<=${virama})[\u200C\u200D](?![\u200C\u200D])`,
  String.raw`(?<=[${wordsWithoutSpaces}])\u200B(?=[${wordsWithoutSpaces}])`,
  // Emoji: joined ones, their text or picture form, and the three flags that are spelled with tags.
  String.raw`(?<=${pictograph})\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  ...["gbeng", "gbsct", "gbwls"].map((flag) => `(?<=\u{1F3F4})${tagged(flag)}`),
  // Variants of signs.
  String.raw`(?<=[\p{Sm}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}])[\uFE00-\uFE02]`,
  String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
].join("|");

function tagged(text: string): string {
  const tags = Array.from(text, (character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0)));
  return `${tags.join("")}\u{E007F}`;
}

const seenOrUnseen = new RegExp(`(?<kept>${meaningful})|${unseen}`, "gu");
const anyUnseen = new RegExp(unseen, "u");

/**
 * Removes characters that make a text say one thing to a person and another to a model. Characters that aren't drawn stay where they carry
 * meaning: joiners in Persian and Indic words, in emoji, and variants of signs.
 */
export function withoutHidden(text: string): string {
  return anyUnseen.test(text) ? text.replace(seenOrUnseen, "$<kept>") : text;
}

/** Returns text as it is stored for models: without hidden characters, with `\n` as line ends, in NFC. */
export function visibleText(text: string): string {
  return withoutHidden(
    text
      .toWellFormed()
      .normalize("NFC")
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
      .replace(/\t/g, " "),
  ).trim();
}
