import { extendedFileName, headerParameter, parameterIn, plainFileName, safeContentType } from "./header-parameters.ts";
import { formInvalid } from "./sent-content.ts";

/** Headers of a part of a form. Texts are bytes, one character each, because their charset is known only at the form's end. */
export interface PartHead {
  readonly name: string;
  /** Undefined if the part isn't a file. */
  readonly fileName: string | undefined;
  /** File name in the extended syntax, as text. */
  readonly extendedName: string | undefined;
  readonly contentType: string;
  /** Charset that the part declares; empty if it declares none. */
  readonly charset: string;
  readonly transferEncoding: string;
}

/**
 * Parses the headers of a part. A part without a file name is a file if its content type isn't text: some senders give files a type, but
 * no name.
 */
export function partHead(head: string): PartHead {
  const headers = new Map(
    head.split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const disposition = headers.get("content-disposition") ?? "";
  const type = headers.get("content-type");
  const extendedName = extendedFileName(disposition);
  const fileName = plainFileName(disposition) ?? extendedName ?? (isText(type) ? undefined : "");
  return {
    name: formName(disposition),
    fileName,
    extendedName,
    contentType: safeContentType(type),
    charset: parameterIn(type ?? "", "charset") ?? "",
    transferEncoding: (headers.get("content-transfer-encoding") ?? "").toLowerCase(),
  };
}

/** Returns a field's name as browsers write it (HTML, multipart form data): only quotes and line ends are escaped. */
function formName(disposition: string): string {
  const raw = headerParameter(disposition, "name") ?? "";
  const text = raw.includes('\\"') ? raw.replace(/\\(["\\])/g, "$1") : raw;
  return text.replace(/%(0A|0D|22)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function isText(type: string | undefined): boolean {
  return (
    type === undefined ||
    /^\s*(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded\b)/i.test(type)
  );
}

/**
 * Decodes the transfer encoding of a field, which mail services still send although RFC 7578 (4.7) deprecates it.
 * @throws ServiceError webhook_form_invalid
 */
export function transferred(bytes: Buffer, { name, transferEncoding }: PartHead): Buffer {
  if (isPlainTransfer(transferEncoding)) return bytes;
  if (transferEncoding === "base64") return Buffer.from(bytes.toString("latin1"), "base64");
  if (transferEncoding === "quoted-printable") return quotedPrintable(bytes.toString("latin1"));
  throw formInvalid(`the part ${name} has the unknown transfer encoding ${transferEncoding}`);
}

/** Returns true if a transfer encoding leaves the bytes unchanged. */
export function isPlainTransfer(transferEncoding: string): boolean {
  return ["", "7bit", "8bit", "binary"].includes(transferEncoding);
}

/** See RFC 2045, 6.7. */
function quotedPrintable(text: string): Buffer {
  const joined = text.replace(/[ \t]+(?=\r?\n|$)/g, "").replace(/=\r?\n/g, "");
  const bytes = joined.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1");
}
