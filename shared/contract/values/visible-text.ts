/**
 * Invisible characters that make a text say one thing to a person and another to a model: controls except tab and line ends, zero-width
 * characters, those that change the text direction, tags, variation selectors.
 */
export const hiddenCharacters = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns text as it is stored for models: without invisible characters, with `\n` as line ends, in NFC. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(/\t/g, " ")
    .replace(hiddenCharacters, "")
    .trim();
}
