import { fileNameIn, parameterIn, safeContentType } from "./header-parameters.ts";
import { type ContentReader, formInvalid, type StoredFile } from "./sent-content.ts";

const maxParts = 200;
const maxFiles = 20;
const maxHeaderBytes = 16_000;
/** Maximum size of the field texts, which are stored in the item of the delivery, limited to 400 KB. */
const maxFieldBytes = 100_000;
/** Maximum whitespace after a delimiter in its line. */
const maxPadding = 200;
const padding = /^[ \t]*$/;
const lineEnd = Buffer.from("\r\n");
const headersEnd = Buffer.from("\r\n\r\n");
const dash = "-".charCodeAt(0);

type OpenPart = { readonly name: string } & (
  | { readonly kind: "file"; readonly fileName: string; readonly contentType: string; readonly from: number }
  | { readonly kind: "field"; readonly chunks: Buffer[] }
);

/**
 * Parses a multipart form (RFC 7578) in one pass: the texts of its fields, and the offsets and sizes of its files. It never buffers more
 * than a delimiter or the headers of a part.
 */
export function formScanner(boundary: string): ContentReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields: [string, string][] = [];
  const files: StoredFile[] = [];
  /** Unread bytes. A form can begin with a delimiter without a preceding line end, so one is prepended. */
  let rest: Buffer = lineEnd;
  let position = -lineEnd.length;
  let state: "content" | "headers" | "ended" = "content";
  let open: OpenPart | undefined;
  let parts = 0;
  let fieldBytes = 0;

  const take = (bytes: number): Buffer => {
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    position += bytes;
    if (open?.kind === "field" && state === "content") {
      fieldBytes += bytes;
      if (fieldBytes > maxFieldBytes) throw formInvalid(`its text fields exceed ${maxFieldBytes} bytes`);
      open.chunks.push(Buffer.from(taken));
    }
    return taken;
  };

  const close = (): void => {
    if (open?.kind === "field") fields.push([open.name, Buffer.concat(open.chunks).toString("utf8")]);
    else if (open !== undefined) {
      const { name, fileName, contentType, from } = open;
      files.push({ name, fileName, contentType, from, sizeBytes: position - from });
    }
    open = undefined;
  };

  /** Parsing steps. Each returns false if it needs more bytes. */
  const steps = {
    content(): boolean {
      const at = rest.indexOf(delimiter);
      if (at < 0) {
        take(Math.max(0, rest.length - delimiter.length + 1));
        return false;
      }
      const behind = at + delimiter.length;
      if (rest.length < behind + 2) return false;
      if (rest[behind] === dash && rest[behind + 1] === dash) {
        take(at);
        close();
        state = "ended";
        return true;
      }
      const end = rest.indexOf(lineEnd, behind);
      if (end < 0 && rest.length - behind <= maxPadding) return false;
      if (end < 0 || !padding.test(rest.subarray(behind, end).toString("latin1"))) {
        take(behind); // Content that looks like a delimiter at first.
        return true;
      }
      take(at);
      close();
      state = "headers";
      // The line end is kept: without headers, the end of the headers follows directly.
      take(end - at);
      return true;
    },
    headers(): boolean {
      const end = rest.indexOf(headersEnd);
      if (end > maxHeaderBytes || (end < 0 && rest.length > maxHeaderBytes))
        throw formInvalid("the headers of a part are too long");
      if (end < 0) return false;
      const head = take(end + headersEnd.length).toString("utf8");
      open = openPart(head, position);
      parts += 1;
      if (parts > maxParts) throw formInvalid(`it has more than ${maxParts} parts`);
      if (open.kind === "file" && files.length === maxFiles) throw formInvalid(`it has more than ${maxFiles} files`);
      state = "content";
      return true;
    },
    ended(): boolean {
      take(rest.length);
      return false;
    },
  };

  return {
    push(chunk) {
      rest = Buffer.concat([rest, chunk]);
      while (steps[state]());
    },
    end() {
      if (state !== "ended") throw formInvalid("it ends too early");
      return { fields, files };
    },
  };
}

function openPart(head: string, from: number): OpenPart {
  const headers = new Map(
    head.split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const disposition = headers.get("content-disposition") ?? "";
  const name = parameterIn(disposition, "name") ?? "";
  const fileName = fileNameIn(disposition);
  const type = headers.get("content-type");
  // Some senders give files a type, but no name.
  if (fileName === undefined && (type === undefined || /^text\/plain\b/i.test(type)))
    return { kind: "field", name, chunks: [] };
  return { kind: "file", name, fileName: fileName ?? "", contentType: safeContentType(type), from };
}
