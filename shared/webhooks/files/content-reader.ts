import { formScanner } from "./form-scanner.ts";
import { fileNameIn, parameterIn, safeContentType } from "./header-parameters.ts";
import { type ContentReader, formInvalid } from "./sent-content.ts";

/**
 * Returns the reader for a body, depending on the headers: a form or a single file.
 * @throws ServiceError webhook_form_invalid
 */
export function contentReader(header: (name: string) => string | undefined): ContentReader {
  const contentType = header("content-type") ?? "";
  if (!/^multipart\//i.test(contentType)) return wholeFile(contentType, header("content-disposition") ?? "");
  const boundary = parameterIn(contentType, "boundary") ?? "";
  // See RFC 2046, 5.1.1.
  if (!/^[0-9A-Za-z'()+_,./:=? -]{1,70}$/.test(boundary)) throw formInvalid("its Content-Type has no boundary");
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
      return { fields: [], files: sizeBytes === 0 ? [] : [file] };
    },
  };
}
