import { STATUS_CODES } from "node:http";
import type { Reply } from "../../http/reply.ts";

/** Part of a batch's answer: a reply, or the replies of a changeset. */
export type AnsweredPart =
  | { readonly kind: "reply"; readonly reply: Reply; readonly contentId: string | undefined }
  | { readonly kind: "changeset"; readonly replies: readonly Extract<AnsweredPart, { kind: "reply" }>[] };

/** Returns the body of a batch's answer, in the order of the requests; a changeset is a nested multipart body. */
export function writeParts(parts: readonly AnsweredPart[], boundary: string): Buffer {
  const written = parts.flatMap((part, at) => [Buffer.from(`--${boundary}\r\n`), partBytes(part, `c${at}${boundary}`)]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

function partBytes(part: AnsweredPart, inner: string): Buffer {
  if (part.kind === "changeset") {
    return Buffer.concat([
      Buffer.from(`Content-Type: multipart/mixed; boundary=${inner}\r\n\r\n`),
      writeParts(part.replies, inner),
      Buffer.from("\r\n"),
    ]);
  }
  const { status, headers, body } = part.reply;
  const lines = [
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    ...(part.contentId === undefined ? [] : [`Content-ID: ${part.contentId}`]),
    "",
    // Spelled like this by the server.
    `HTTP/1.1 ${status} ${status === 200 ? "Ok" : (STATUS_CODES[status] ?? "")}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(status === 204 ? [] : [`Content-Length: ${body.length}`]),
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n")), body, Buffer.from("\r\n")]);
}
