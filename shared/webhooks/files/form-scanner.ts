import { decodedFields, formText, nameText, type RawField } from "./form-charsets.ts";
import { isPlainTransfer, type PartHead, partHead, transferred } from "./form-part.ts";
import { safeFileName } from "./header-parameters.ts";
import { type ContentReader, formInvalid } from "./sent-content.ts";

const maxParts = 200;
const maxFiles = 20;
const maxHeaderBytes = 16_000;
/** Maximum whitespace after a delimiter in its line. */
const maxPadding = 200;
const padding = /^[ \t]*$/;
const lineEnd = Buffer.from("\r\n");
const headersEnd = Buffer.from("\r\n\r\n");
const dash = "-".charCodeAt(0);

interface OpenPart {
  readonly head: PartHead;
  readonly from: number;
  readonly chunks: Buffer[];
}

/** File before its names are decoded. */
interface RawFile {
  readonly head: PartHead;
  readonly from: number;
  readonly sizeBytes: number;
}

/**
 * Parses a multipart form (RFC 7578) in one pass: the texts of its fields, and the offsets and sizes of its files. It never buffers more
 * than a delimiter or the headers of a part.
 */
export function formScanner(boundary: string, { maxFieldBytes }: { readonly maxFieldBytes: number }): ContentReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields: RawField[] = [];
  const files: RawFile[] = [];
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
    if (open !== undefined && !isFile(open.head) && state === "content") {
      fieldBytes += bytes;
      if (fieldBytes > maxFieldBytes) throw formInvalid(`its text fields exceed ${maxFieldBytes} bytes`);
      open.chunks.push(Buffer.from(taken));
    }
    return taken;
  };

  const close = (): void => {
    if (open === undefined) return;
    const { head, from, chunks } = open;
    const sizeBytes = position - from;
    if (!isFile(head)) fields.push({ head, bytes: transferred(Buffer.concat(chunks), head) });
    // Browsers send an empty file input as a file without name and content.
    else if (head.fileName !== "" || sizeBytes > 0) files.push({ head, from, sizeBytes });
    if (files.length > maxFiles) throw formInvalid(`it has more than ${maxFiles} files`);
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
      const head = partHead(take(end + headersEnd.length).toString("latin1"));
      if (isFile(head) && !isPlainTransfer(head.transferEncoding))
        throw formInvalid(`a file is sent with the transfer encoding ${head.transferEncoding}`);
      open = { head, from: position, chunks: [] };
      parts += 1;
      if (parts > maxParts) throw formInvalid(`it has more than ${maxParts} parts`);
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
      const textOf = formText(fields);
      return {
        fields: decodedFields(fields, textOf),
        files: files.map(({ head, from, sizeBytes }) => ({
          name: nameText(head.name, textOf),
          fileName: safeFileName(head.extendedName ?? nameText(head.fileName ?? "", textOf)),
          contentType: head.contentType,
          from,
          sizeBytes,
        })),
      };
    },
  };
}

function isFile({ fileName }: PartHead): boolean {
  return fileName !== undefined;
}
