import type { FieldData } from "./command-data.ts";
import { UsageError } from "./exit-codes.ts";
import { jsonObjectIn, textOfFile } from "./json-input.ts";
import { readAll, type Terminal } from "./terminal.ts";

/** Values of arguments and flags, by the names of their fields. */
export type GivenFields = Readonly<Record<string, unknown>>;

/**
 * Returns the input of an operation: the JSON object of `--input`, and the arguments and flags over it. A text `@FILE` is read from a file
 * and `@-` from standard input, so that no secret has to be an argument; `@@` begins a text with an `@`. @throws UsageError
 */
export async function inputOf(
  terminal: Terminal,
  fields: readonly FieldData[],
  given: GivenFields,
  inputFile: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const input: Record<string, unknown> =
    inputFile === undefined ? {} : { ...(await jsonObjectIn(terminal, inputFile)) };
  for (const field of fields) {
    const value = given[field.name];
    if (value !== undefined) input[field.name] = await fieldValue(terminal, field, value);
  }
  const missing = fields.filter(({ name, isRequired }) => isRequired && input[name] === undefined);
  if (missing.length > 0)
    throw new UsageError(
      `Missing ${missing.map(({ flag, isInPath }) => (isInPath ? `<${flag}>` : `--${flag}`)).join(", ")}. Send it as a flag, or in the JSON of --input.`,
    );
  return input;
}

async function fieldValue(terminal: Terminal, { flag, kind, choices }: FieldData, value: unknown): Promise<unknown> {
  if (kind === "boolean") return value;
  if (kind === "list") return Promise.all((value as readonly string[]).map((text) => textOf(terminal, text)));
  const text = await textOf(terminal, String(value));
  if (kind === "text") {
    if (choices === undefined || choices.includes(text)) return text;
    throw new UsageError(`--${flag} "${text}" isn't one of ${choices.join(", ")}.`);
  }
  if (kind === "json") return jsonOrText(text);
  if (text === "null") return null;
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number) || (kind === "integer" && !Number.isInteger(number)))
    throw new UsageError(`--${flag} "${text}" isn't ${kind === "integer" ? "a whole number" : "a number"}.`);
  return number;
}

async function textOf(terminal: Terminal, text: string): Promise<string> {
  if (text.startsWith("@@")) return text.slice(1);
  return text.startsWith("@") ? (await textIn(terminal, text.slice(1))).replace(/\r?\n$/, "") : text;
}

/** Reads a file, or standard input if its name is `-`. */
async function textIn(terminal: Terminal, file: string): Promise<string> {
  return file === "-" ? readAll(terminal) : textOfFile(file);
}

/** Parses JSON. A field that accepts several types also takes a plain text. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
