/** Returns a batch of these parts with the boundary `batch_1`. */
export function batchBody(...parts: readonly string[]): string {
  return multipart("batch_1", parts);
}

/** Returns a part that reads. */
export function get(target: string): string {
  return `Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nGET ${target} HTTP/1.1\r\n\r\n`;
}

/** Returns a part that changes something. */
export function write(method: string, target: string, body?: unknown, contentId?: string): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    ...(contentId === undefined ? [] : [`Content-ID: ${contentId}`]),
    "",
    `${method} ${target} HTTP/1.1`,
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
    "",
    text,
  ];
  return lines.join("\r\n");
}

/** Returns a part whose parts are all done or none. */
export function changeset(...parts: readonly string[]): string {
  return `Content-Type: multipart/mixed; boundary=changeset_1\r\n\r\n${multipart("changeset_1", parts)}`;
}

/** Parsed part of a response. */
export interface AnsweredPart {
  readonly partHeaders: Readonly<Record<string, string>>;
  readonly statusLine: string;
  /** Headers of the inner response; for a changeset, the part's own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Responses of a changeset. */
  readonly inner: readonly AnsweredPart[];
}

/** Parses a multipart response; returns an empty list for other content types. */
export function readParts(contentType: string, text: string): readonly AnsweredPart[] {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  const pieces = `\r\n${text}`.split(`\r\n--${boundary}`).slice(1);
  if (pieces.pop() !== "--\r\n") throw new Error("The answer has no end.");
  return pieces.map((piece) => readPart(piece.slice(2)));
}

function readPart(piece: string): AnsweredPart {
  const [head, rest] = halves(piece);
  const partHeaders = headersOf(head);
  const type = partHeaders["content-type"] ?? "";
  if (type.startsWith("multipart/")) {
    return { partHeaders, statusLine: "", headers: partHeaders, body: "", inner: readParts(type, rest) };
  }
  const [answerHead, body] = halves(rest);
  const [statusLine = "", ...lines] = answerHead.split("\r\n");
  return { partHeaders, statusLine, headers: headersOf(lines.join("\r\n")), body, inner: [] };
}

function halves(text: string): readonly [string, string] {
  const at = text.indexOf("\r\n\r\n");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 4)];
}

function headersOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
}

function multipart(boundary: string, parts: readonly string[]): string {
  return `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`;
}
