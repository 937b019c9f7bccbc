/**
 * Characters that nobody sees, by which a text says one thing to a person and another to a model: controls but tab and line ends, those of zero width,
 * those that turn the direction of writing, tags, variation selectors.
 */
export const hiddenCharacters = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Text as it is stored for models to read: what nobody sees is taken out, lines end in `\n`, and it is in NFC. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(/\t/g, " ")
    .replace(hiddenCharacters, "")
    .trim();
}
