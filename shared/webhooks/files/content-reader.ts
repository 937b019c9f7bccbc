import { formScanner } from "./form-scanner.ts";
import { fileNameIn, parameterIn, safeContentType } from "./header-parameters.ts";
import { type ContentReader, formInvalid } from "./sent-content.ts";

/** Maximum size of the field texts, which are stored in the item of the delivery, limited to 400 KB. */
const maxFieldBytes = 100_000;

/**
 * Returns the reader for a body, depending on the headers: a form or a single file.
 * @throws ServiceError webhook_form_invalid
 */
export function contentReader(header: (name: string) => string | undefined): ContentReader {
  const contentType = header("content-type") ?? "";
  if (!/^multipart\//i.test(contentType)) return wholeFile(contentType, header("content-disposition") ?? "");
  return formScanner(formBoundary(contentType), { maxFieldBytes });
}

/**
 * Returns the boundary of a multipart body.
 * @throws ServiceError webhook_form_invalid
 */
export function formBoundary(contentType: string): string {
  const boundary = parameterIn(contentType, "boundary") ?? "";
  // See RFC 2046, 5.1.1.
  if (!/^[0-9A-Za-z'()+_,./:=? -]{1,70}$/.test(boundary)) throw formInvalid("its Content-Type has no boundary");
  return boundary;
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
      return { fields: [], files: sizeBytes === 0 ? [] : [file] };
    },
  };
}
