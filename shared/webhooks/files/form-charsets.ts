import { decodedText } from "../decoded-text.ts";
import type { NamedValues } from "../named-values.ts";
import type { PartHead } from "./form-part.ts";

/** Field of a form before its text is decoded. */
export interface RawField {
  readonly head: Pick<PartHead, "name" | "charset">;
  readonly bytes: Buffer;
}

/** Returns the text of bytes that belong to a field or a name of a form. */
type FormText = (bytes: Buffer, head: Pick<PartHead, "name" | "charset">) => string;

/**
 * Returns a function that decodes the texts of a form: in the charset of the part (RFC 7578, 4.4), in the one that the field `charsets` lists
 * for it, as SendGrid sends it, in the one of the field `_charset_` (4.6), or in UTF-8.
 */
export function formText(fields: readonly RawField[], charsetOfBody = ""): FormText {
  const asciiOf = (name: string) => fields.find(({ head }) => head.name === name)?.bytes.toString("latin1");
  const ofForm = charsetOfBody || (asciiOf("_charset_") ?? "").trim();
  const listed = listedCharsets(asciiOf("charsets"));
  return (bytes, { name, charset }) => {
    const declared = charset || listed.get(name) || ofForm || "utf-8";
    return decodedText(
      bytes,
      declared,
      name === "" ? "a name in the form" : `the form field ${name.replace(/[^\x20-\x7e]/g, "?")}`,
    );
  };
}

/** Returns the texts of all fields with their names, which have the charset of the form. */
export function decodedFields(fields: readonly RawField[], textOf: FormText): NamedValues {
  return fields.map(({ head, bytes }) => [nameText(head.name, textOf), textOf(bytes, head)]);
}

/** Returns a name from its bytes. Names have the charset of the form, not of their part. */
export function nameText(name: string, textOf: FormText): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  return textOf(Buffer.from(name, "latin1"), { name: "", charset: "" });
}

function listedCharsets(text: string | undefined): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return new Map(); // A field of this name with another meaning.
  }
}
