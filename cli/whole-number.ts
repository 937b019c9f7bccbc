import { InvalidArgumentError } from "commander";

/** Reads a whole number that isn't negative. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < 0)
    throw new InvalidArgumentError("It isn't a whole number.");
  return number;
}
