import { type ErrorName, errors } from "#shared/contract/errors.ts";
import { fileMakerErrors } from "#shared/contract/filemaker-errors.ts";

/** Meaning of an error number, with its cause and remedy. */
export interface ErrorMeaning {
  readonly source: "Latchkey" | "FileMaker";
  readonly number: number;
  readonly sentence: string;
  readonly cause: string;
  readonly remedy: string;
}

/** All error numbers that the console can explain. */
export const errorMeanings: readonly ErrorMeaning[] = [
  ...Object.entries(fileMakerErrors).flatMap(([number, { meaning, cause, remedy }]) =>
    cause === undefined || remedy === undefined
      ? []
      : [{ source: "FileMaker" as const, number: Number(number), sentence: `${meaning}.`, cause, remedy }],
  ),
  ...Object.values(errors).map(({ code, sentence, cause, remedy }) => ({
    source: "Latchkey" as const,
    number: code,
    sentence: `${plain(sentence)}.`,
    cause: plain(cause),
    remedy: plain(remedy),
  })),
];

export function errorMeaning(number: number): ErrorMeaning | undefined {
  return errorMeanings.find((meaning) => meaning.number === number);
}

/** Returns the meaning of a code in a log: FileMaker's number, or the name of our error. Undefined if it has no explanation. */
export function meaningOfCode(code: string): ErrorMeaning | undefined {
  return errorMeaning(Object.hasOwn(errors, code) ? errors[code as ErrorName].code : Number(code));
}

/** Removes code marks: the catalog's texts are Markdown. */
function plain(text: string): string {
  return text.replaceAll("`", "");
}
