import { Writable } from "node:stream";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";

/** Head that a streaming handler sets before its first byte. */
type Head = Partial<Pick<APIGatewayProxyResult, "statusCode" | "headers" | "multiValueHeaders">>;
type StreamingHandler = (event: APIGatewayProxyEvent, stream: Writable, context: Context) => Promise<void>;
type WholeHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Header that says after how many milliseconds a buffered answer would have begun. The edge in front of the functions removes it. */
export const begunHeader = "x-begun-after-ms";

/** Replaces the streaming side of Lambda's runtime for a host that can't stream: buffers a response and passes it on as a whole. */
export const bufferedStreams = {
  streamifyResponse:
    (handler: StreamingHandler): WholeHandler =>
    async (event, context) => {
      const answer = new CollectedAnswer();
      await handler(event, answer, context);
      return answer.result();
    },

  HttpResponseStream: {
    from(stream: CollectedAnswer, head: Head): CollectedAnswer {
      stream.head = head;
      return stream;
    },
  },
};

class CollectedAnswer extends Writable {
  head: Head = {};
  readonly #chunks: Buffer[] = [];
  readonly #startedAt = performance.now();
  #begunMs: number | undefined;

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#begunMs ??= performance.now() - this.#startedAt;
    this.#chunks.push(chunk);
    done();
  }

  /** @throws Error if the response was interrupted: it must not look complete */
  result(): APIGatewayProxyResult {
    if (!this.writableFinished) throw new Error("The response was interrupted");
    const { statusCode = 200, headers = {}, multiValueHeaders = {} } = this.head;
    const body = Buffer.concat(this.#chunks).toString("base64");
    const begunMs = this.#begunMs ?? performance.now() - this.#startedAt;
    const marked = { ...headers, [begunHeader]: begunMs.toFixed(0) };
    return { statusCode, headers: marked, multiValueHeaders, body, isBase64Encoded: true };
  }
}
