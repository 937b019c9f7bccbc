import { formBoundary } from "./content-reader.ts";
import { decodedFields, formText, type RawField } from "./form-charsets.ts";
import { formScanner } from "./form-scanner.ts";
import { parameterIn } from "./header-parameters.ts";
import type { SentContent } from "./sent-content.ts";

/** Kind of form that a body can be. */
export type FormKind = "multipart" | "urlencoded";

/** Returns the kind of form that a content type means; undefined for other content. */
export function formKindOf(contentType: string): FormKind | undefined {
  if (/^\s*multipart\/form-data\b/i.test(contentType)) return "multipart";
  return /^\s*application\/x-www-form-urlencoded\b/i.test(contentType) ? "urlencoded" : undefined;
}

/**
 * Returns the content of a form that is completely in memory, not compressed.
 * @throws ServiceError webhook_form_invalid, webhook_type_unsupported
 */
export function formContent(body: Buffer, contentType: string): SentContent {
  if (formKindOf(contentType) === "urlencoded") return { fields: urlencodedFields(body, contentType), files: [] };
  const reader = formScanner(formBoundary(contentType), { maxFieldBytes: Number.POSITIVE_INFINITY });
  reader.push(body);
  return reader.end();
}

/** Returns the fields of a URL-encoded form (URL Standard, 5.1), in the charset of its content type or of its field `_charset_`. */
function urlencodedFields(body: Buffer, contentType: string): SentContent["fields"] {
  const charset = parameterIn(contentType, "charset") ?? "";
  const fields = body
    .toString("latin1")
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair): RawField => {
      const sign = pair.indexOf("=");
      const [name, value] = sign < 0 ? [pair, ""] : [pair.slice(0, sign), pair.slice(sign + 1)];
      return { head: { name: unescaped(name), charset }, bytes: Buffer.from(unescaped(value), "latin1") };
    });
  return decodedFields(fields, formText(fields, charset));
}

/** Returns the bytes of an encoded text, one character each. */
function unescaped(text: string): string {
  return text
    .replaceAll("+", " ")
    .replace(/%([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
