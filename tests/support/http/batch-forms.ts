/** Format of a client's batch, where clients differ. */
interface BatchForm {
  readonly lineEnd: "\r\n" | "\n";
  /** After the head of a call without a body. */
  readonly blankLines: 0 | 1 | 2;
  readonly writesLength: boolean;
  /** After a body, where the server doesn't require one. */
  readonly blankAfterBody?: boolean;
  /** True if the batch ends with the closing delimiter and without a line ending. */
  readonly endsOpen?: boolean;
}

interface Written {
  readonly method: string;
  readonly address: string;
  readonly body?: string;
}

/** Formats seen in the field, and the variants between them. */
export const batchForms: Readonly<Record<string, BatchForm>> = {
  "as the server wants it": { lineEnd: "\r\n", blankLines: 2, writesLength: true },
  "one blank line behind a GET": { lineEnd: "\r\n", blankLines: 1, writesLength: true },
  "no blank line behind a GET": { lineEnd: "\r\n", blankLines: 0, writesLength: true },
  "no lengths": { lineEnd: "\r\n", blankLines: 2, writesLength: false },
  "no lengths and no blank lines": { lineEnd: "\r\n", blankLines: 0, writesLength: false },
  "a blank line behind each body": { lineEnd: "\r\n", blankLines: 2, writesLength: true, blankAfterBody: true },
  "a blank line behind each body, no lengths": {
    lineEnd: "\r\n",
    blankLines: 1,
    writesLength: false,
    blankAfterBody: true,
  },
  "no line end behind the last delimiter": { lineEnd: "\r\n", blankLines: 2, writesLength: false, endsOpen: true },
  "lines that end with LF": { lineEnd: "\n", blankLines: 2, writesLength: true },
  "LF and one blank line": { lineEnd: "\n", blankLines: 1, writesLength: true },
  "LF, no lengths and no blank lines": { lineEnd: "\n", blankLines: 0, writesLength: false, endsOpen: true },
};

/** Returns a batch in this format with the boundary `batch_1`: calls, and lists of calls for changesets. */
export function writtenBatch(form: BatchForm, parts: readonly (Written | readonly Written[])[]): string {
  const lines = [...parts.flatMap((part) => partLines(form, part)), "--batch_1--", ...(form.endsOpen ? [] : [""])];
  return lines.join(form.lineEnd);
}

function partLines(form: BatchForm, part: Written | readonly Written[]): string[] {
  if (!isSet(part)) return ["--batch_1", ...callLines(form, part)];
  const calls = part.flatMap((call) => ["--changeset_1", ...callLines(form, call)]);
  return ["--batch_1", "Content-Type: multipart/mixed; boundary=changeset_1", "", ...calls, "--changeset_1--"];
}

function callLines(form: BatchForm, { method, address, body }: Written): string[] {
  const head = ["Content-Type: application/http", "Content-Transfer-Encoding: binary", ""];
  const call = [`${method} ${address} HTTP/1.1`, "Accept: application/json"];
  if (body === undefined) return [...head, ...call, ...Array<string>(form.blankLines).fill("")];
  const length = form.writesLength ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  return [
    ...head,
    ...call,
    "Content-Type: application/json",
    ...length,
    "",
    body,
    ...(form.blankAfterBody ? [""] : []),
  ];
}

function isSet(part: Written | readonly Written[]): part is readonly Written[] {
  return Array.isArray(part);
}
