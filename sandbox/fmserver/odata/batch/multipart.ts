/** Part of a multipart body. */
export interface Part {
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Returns the boundary of a multipart content type; undefined for other types. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /^multipart\/mixed\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** Parsing mode of a batch: tolerant, as many clients write it, or strict. */
type BatchReading = "tolerant" | "strict";
type LineEnd = "\r\n" | "\n";

/** Parsing of a batch's lines. */
export interface BatchLines {
  readonly reading: BatchReading;
  readonly lineEnd: LineEnd;
}

/** Returns the line ends of a batch: CRLF, or, in tolerant mode, those of its first line. */
export function batchLines(body: Buffer, reading: BatchReading): BatchLines {
  const first = body.indexOf("\n");
  const isCrLf = reading === "strict" || first === -1 || body[first - 1] === 0x0d;
  return { reading, lineEnd: isCrLf ? "\r\n" : "\n" };
}

/** Splits a multipart body; undefined if its delimiters are missing. */
export function splitMultipart(body: Buffer, boundary: string, lineEnd: LineEnd): readonly Part[] | undefined {
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`);
  // The first delimiter can be at the very start.
  const text = Buffer.concat([Buffer.from(lineEnd), body]);
  const starts: number[] = [];
  const tail = lineEnd === "\n" ? /^(?:--|[ \t]*\n)/ : /^(?:--|[ \t]*\r\n)/;
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    // A longer boundary can have this one as its prefix.
    if (tail.test(text.subarray(at + delimiter.length).toString("latin1", 0, 80))) starts.push(at);
  }
  const parts: Part[] = [];
  for (const [index, start] of starts.entries()) {
    const after = start + delimiter.length;
    if (text.subarray(after, after + 2).toString() === "--") return parts;
    const end = text.indexOf(lineEnd, after);
    const next = starts[index + 1];
    if (end === -1 || next === undefined) return undefined;
    parts.push(splitHead(text.subarray(end + lineEnd.length, next), lineEnd));
  }
  return undefined;
}

/** Splits headers from the content after a blank line. */
export function splitHead(text: Buffer, lineEnd: LineEnd): Part {
  if (text.subarray(0, lineEnd.length).toString() === lineEnd)
    return { headers: {}, body: text.subarray(lineEnd.length) };
  const blank = lineEnd + lineEnd;
  const end = text.indexOf(blank);
  const head = end === -1 ? text : text.subarray(0, end);
  const body = end === -1 ? Buffer.alloc(0) : text.subarray(end + blank.length);
  return { headers: readHeaders(head.toString("utf8"), lineEnd), body };
}

function readHeaders(text: string, lineEnd: LineEnd): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of text.split(lineEnd)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}
