import { readFileSync } from "node:fs";
import { UsageError } from "./exit-codes.ts";
import { readAll, type Terminal } from "./terminal.ts";

/** Reads a JSON object from a file, or from standard input if the name is `-`. @throws UsageError */
export async function jsonObjectIn(terminal: Terminal, file: string): Promise<Readonly<Record<string, unknown>>> {
  const name = file === "-" ? "Standard input" : file;
  const text = file === "-" ? await readAll(terminal) : textOfFile(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new UsageError(`${name} isn't JSON: ${(thrown as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${name} isn't a JSON object.`);
  return value as Readonly<Record<string, unknown>>;
}

/** Reads a file that a user named. @throws UsageError */
export function textOfFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    throw new UsageError(`${file} can't be read: ${(thrown as Error).message}`);
  }
}
