/** Encodes a message's text for SQS: characters that XML doesn't allow require base64. */
export function encodeBody(body: string): string {
  return unsendable.test(body) || body.startsWith(mark) ? mark + Buffer.from(body).toString("base64") : body;
}

export function decodeBody(text: string): string {
  return text.startsWith(mark) ? Buffer.from(text.slice(mark.length), "base64").toString() : text;
}

/** Prefix of base64 bodies. JSON can't begin with it. */
const mark = "base64,";

const unsendable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
