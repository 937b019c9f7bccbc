import { formInvalid, formScanner } from "./form-scanner.ts";
import { fileNameIn, parameterIn, safeContentType } from "./header-parameters.ts";

/** A file in a body that is stored, and where in it. */
export interface StoredFile {
  /** Of its field in the form; empty where the body is the file. */
  readonly name: string;
  /** Empty where the sender gives none. */
  readonly fileName: string;
  readonly contentType: string;
  readonly from: number;
  readonly sizeBytes: number;
}

/** What was found in a body. */
export interface SentContent {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly StoredFile[];
}

/** Reads a body while it comes, and finds out where in it the files are. */
export interface ContentReader {
  /** @throws ServiceError webhook_form_invalid, body_too_large */
  push(chunk: Buffer): void;
  /** @throws ServiceError webhook_form_invalid */
  end(): SentContent;
}

/** A reader for what the headers say of a body: a form, or a file itself. @throws ServiceError webhook_form_invalid */
export function contentReader(header: (name: string) => string | undefined): ContentReader {
  const contentType = header("content-type") ?? "";
  if (!/^multipart\//i.test(contentType)) return wholeFile(contentType, header("content-disposition") ?? "");
  const boundary = parameterIn(contentType, "boundary") ?? "";
  // RFC 2046, 5.1.1.
  if (!/^[0-9A-Za-z'()+_,./:=? -]{1,70}$/.test(boundary)) throw formInvalid("its Content-Type names no boundary");
  return formScanner(boundary);
}

function wholeFile(contentType: string, disposition: string): ContentReader {
  let sizeBytes = 0;
  return {
    push({ length }) {
      sizeBytes += length;
    },
    end() {
      const fileName = fileNameIn(disposition) ?? "";
      const file = { name: "", fileName, contentType: safeContentType(contentType), from: 0, sizeBytes };
      // A call without a body is an event without a file.
      return { fields: {}, files: sizeBytes === 0 ? [] : [file] };
    },
  };
}
