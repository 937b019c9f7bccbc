/** One part of a multipart body. */
export interface Part {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The boundary of a multipart content type, or undefined when it is none. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /^multipart\/mixed\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** How a batch is read: as clients write it, or strictly. */
export type BatchReading = "tolerant" | "strict";

/** With all lines ended by CRLF. Bodies keep theirs as the wire has them: in JSON it makes no difference. */
export function withLineEnds(body: Buffer, reading: BatchReading): Buffer {
  if (reading === "strict" || body.includes("\r\n")) return body;
  return Buffer.from(body.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

/** Splits a multipart body; undefined when its delimiters are not there. Lines end with CRLF, nothing else will do. */
export function splitMultipart(body: Buffer, boundary: string): readonly Part[] | undefined {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may stand at the very start.
  const text = Buffer.concat([Buffer.from("\r\n"), body]);
  const starts: number[] = [];
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    // A longer boundary may begin as this one does.
    if (/^(?:--|[ \t]*\r\n)/.test(text.subarray(at + delimiter.length).toString("latin1", 0, 80))) starts.push(at);
  }
  const parts: Part[] = [];
  for (const [index, start] of starts.entries()) {
    const after = start + delimiter.length;
    if (text.subarray(after, after + 2).toString() === "--") return parts;
    const lineEnd = text.indexOf("\r\n", after);
    const next = starts[index + 1];
    if (lineEnd === -1 || next === undefined) return undefined;
    parts.push(splitHead(text.subarray(lineEnd + 2, next)));
  }
  return undefined;
}

/** Headers, a blank line, and the rest. */
export function splitHead(text: Buffer): Part {
  if (text.subarray(0, 2).toString() === "\r\n") return { headers: {}, body: text.subarray(2) };
  const end = text.indexOf("\r\n\r\n");
  const head = end === -1 ? text : text.subarray(0, end);
  return { headers: readHeaders(head.toString("utf8")), body: end === -1 ? Buffer.alloc(0) : text.subarray(end + 4) };
}

function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}
