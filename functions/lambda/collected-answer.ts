import { isUtf8 } from "node:buffer";
import { Writable } from "node:stream";
import type { APIGatewayProxyResult } from "aws-lambda";
import type { AnswerStream } from "#shared/ports/http-call.ts";
import { type AnswerMetadata, metadataOf } from "./answer-metadata.ts";

/** Buffered answer on Lambda. */
export class CollectedAnswer extends Writable implements AnswerStream {
  readonly #chunks: Buffer[] = [];
  #head: AnswerMetadata | undefined;

  constructor() {
    super({ decodeStrings: true });
    this.on("error", () => undefined); // The writer is notified; without a listener, Node would end the process.
  }

  writeHead(status: number, raw: readonly string[]): this {
    this.#head = metadataOf(status, raw);
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  /** @throws Error if the answer was interrupted: it must not look complete */
  async result(method: string): Promise<APIGatewayProxyResult> {
    if (!this.closed) await new Promise((closed) => this.once("close", closed));
    if (!this.writableFinished || this.#head === undefined) throw new Error("The response was interrupted");
    const bytes = method === "HEAD" ? Buffer.alloc(0) : Buffer.concat(this.#chunks);
    const isText = isUtf8(bytes);
    // API Gateway sets the length.
    const { "Content-Length": _, ...headers } = this.#head.headers;
    return { ...this.#head, headers, body: bytes.toString(isText ? "utf8" : "base64"), isBase64Encoded: !isText };
  }
}
