import { Writable } from "node:stream";
import type { AnswerStream } from "../../shared/proxy/proxy-call.ts";

/** What stands before the bytes of a streamed answer: API Gateway makes the head from it. */
type AnswerMetadata = Record<"statusCode" | "headers" | "multiValueHeaders", unknown>;

/** A streamed answer on Lambda: the head goes into the metadata, the body into the runtime's stream, with its backpressure. */
export class LambdaAnswer extends Writable implements AnswerStream {
  readonly #stream: Writable;
  readonly #isToHead: boolean;
  #metadata: AnswerMetadata | undefined;
  #body: Writable | undefined;
  #hasLeft = false;

  constructor(stream: Writable, method: string) {
    super({ decodeStrings: true });
    this.#stream = stream;
    this.#isToHead = method === "HEAD";
    // The runtime closes its stream when nobody is there any more to take it.
    const left = (error?: Error) => {
      this.#hasLeft ||= !this.writableFinished;
      this.destroy(error);
    };
    stream.on("close", () => left());
    stream.on("error", left);
    this.on("error", () => undefined); // Told to whoever writes; without a listener Node would end the process.
  }

  /** Whether it ended before it was whole, and not because its reader left. */
  get brokeOff(): boolean {
    return this.destroyed && !this.writableFinished && !this.#hasLeft;
  }

  writeHead(status: number, raw: string[]): this {
    this.#metadata = metadataOf(status, raw);
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const body = this.#opened();
    // A HEAD is answered without a body (R4.5), whoever writes one; Node's own server drops it as well.
    if (body.write(this.#isToHead ? "" : chunk)) done();
    else body.once("drain", () => done());
  }

  override _final(done: (error?: Error | null) => void): void {
    const isEmpty = this.#body === undefined;
    const body = this.#opened();
    // The runtime sends the head in front of the first write, and none where nothing is written.
    if (isEmpty) body.write("");
    body.end(() => done());
  }

  /** The runtime's stream, which sends the head with the first byte. */
  #opened(): Writable {
    if (this.#metadata === undefined) throw new Error("An answer needs its head before its body");
    this.#body ??= awslambda.HttpResponseStream.from(this.#stream, this.#metadata);
    return this.#body;
  }
}

function metadataOf(statusCode: number, raw: readonly string[]): AnswerMetadata {
  const byName = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (let place = 0; place < raw.length; place += 2) {
    const name = raw[place] as string;
    const entry = byName.get(name.toLowerCase()) ?? { name, values: [] };
    entry.values.push(raw[place + 1] as string);
    byName.set(name.toLowerCase(), entry);
  }
  const headers: Record<string, string> = {};
  const multiValueHeaders: Record<string, readonly string[]> = {};
  for (const { name, values } of byName.values()) {
    if (values.length === 1) headers[name] = values[0] as string;
    else multiValueHeaders[name] = values;
  }
  return { statusCode, headers, multiValueHeaders };
}
