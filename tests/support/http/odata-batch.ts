/** Call in a batch. `lines` are its request line and headers. */
interface BatchCall {
  readonly lines: readonly string[];
  readonly part?: readonly string[];
  readonly body?: string | Uint8Array;
}

/** Returns a batch body in the usual format: calls, and lists of calls for changesets. */
export function batchOf(boundary: string, calls: readonly (BatchCall | readonly BatchCall[])[]): Buffer {
  const parts = calls.map((call, index) => {
    if (!isSet(call)) return part(boundary, call);
    const inner = `${boundary}_set${index}`;
    const head = `--${boundary}\r\nContent-Type: multipart/mixed; boundary=${inner}\r\n\r\n`;
    return Buffer.concat([text(head), ...call.map((one) => part(inner, one)), text(`--${inner}--\r\n`)]);
  });
  return Buffer.concat([...parts, text(`--${boundary}--\r\n`)]);
}

function part(boundary: string, { lines, part: head = [], body = "" }: BatchCall): Buffer {
  const before = [`--${boundary}`, "Content-Type: application/http", ...head, "", ...lines, "", ""].join("\r\n");
  return Buffer.concat([text(before), typeof body === "string" ? Buffer.from(body) : body, text("\r\n")]);
}

function isSet(call: BatchCall | readonly BatchCall[]): call is readonly BatchCall[] {
  return Array.isArray(call);
}

function text(content: string): Buffer {
  return Buffer.from(content, "latin1");
}
