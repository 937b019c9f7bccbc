import { type BodyReader, chunkedBody, countedBody } from "./body-readers.ts";

/** What a reader tells while the bytes of HTTP/1.1 messages pass through it. */
export interface MessageEvents {
  /** The start line and the header lines, without the blank line that ends them. */
  head(text: string): void;
  /** So many bytes of the body went by; framing bytes are not counted. */
  body?(sizeBytes: number): void;
  end(): void;
  /** The bytes are not HTTP/1.1 as this reader knows it; nothing further is read. */
  broken(reason: string): void;
}

/**
 * Reads message after message off one connection and keeps no byte of a body.
 * It is far cheaper than node:http, so that the proxy is the bottleneck and not what measures it.
 */
export function messageReader(events: MessageEvents): (incoming: Buffer) => void {
  let beginning: Buffer | undefined;
  let body: BodyReader | undefined;
  let broken = false;

  return (incoming) => {
    let bytes = beginning === undefined ? incoming : Buffer.concat([beginning, incoming]);
    beginning = undefined;
    while (bytes.length > 0 && !broken) {
      if (body === undefined) {
        const end = bytes.indexOf(HEAD_END);
        if (end === -1) {
          // The caller may use its buffer again, so what waits is a copy.
          beginning = Buffer.from(bytes);
          return;
        }
        const text = bytes.toString("latin1", 0, end);
        bytes = bytes.subarray(end + HEAD_END.length);
        body = bodyOf(text, events);
        events.head(text);
      }
      const rest = body === undefined ? "broken" : body(bytes);
      if (rest === "more") return;
      body = undefined;
      if (rest === "broken") {
        broken = true;
        events.broken("a message without a length, or with a broken chunk");
        return;
      }
      bytes = rest;
      events.end();
    }
  };
}

const HEAD_END = Buffer.from("\r\n\r\n");
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;
const BODILESS_ANSWER = /^HTTP\/1\.1 (?:1\d\d|204|304)/;

function bodyOf(head: string, events: MessageEvents): BodyReader | undefined {
  if (BODILESS_ANSWER.test(head)) return countedBody(0, events.body);
  const length = CONTENT_LENGTH.exec(head)?.[1];
  if (length !== undefined) return countedBody(Number(length), events.body);
  if (CHUNKED.test(head)) return chunkedBody(events.body);
  return head.startsWith("HTTP/") ? undefined : countedBody(0, events.body);
}
