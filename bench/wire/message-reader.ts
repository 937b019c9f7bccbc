import { type BodyReader, chunkedBody, countedBody } from "./body-readers.ts";

/** Callbacks of a reader of HTTP/1.1 messages. */
export interface MessageEvents {
  /** Called with the start line and the header lines, without the blank line at the end. */
  head(text: string): void;
  /** Called with the size of body bytes, without framing. */
  body?(sizeBytes: number): void;
  end(): void;
  /** Called for invalid or unsupported HTTP/1.1; nothing further is read. */
  broken(reason: string): void;
}

/**
 * Reads consecutive messages from a connection without keeping bodies.
 * It is far cheaper than node:http, so that the proxy is the bottleneck, not the measuring program.
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
          // The caller may reuse its buffer, so the rest is copied.
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
