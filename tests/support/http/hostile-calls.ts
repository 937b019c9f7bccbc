import { Agent, request as httpRequest } from "node:http";
import fc from "fast-check";

/** Call made up by a generator. Names, values and targets are sent unchanged. */
export interface GeneratedCall {
  readonly method: string;
  readonly target: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/** Result of a generated call. */
export interface GeneratedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Makes calls over a few kept-alive connections, so that ten thousand calls take only seconds. */
export interface GeneratedCalls {
  send(call: GeneratedCall): Promise<GeneratedAnswer>;
  close(): void;
}

export function generatedCalls(baseUrl: string): GeneratedCalls {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const send = (call: GeneratedCall): Promise<GeneratedAnswer> =>
    new Promise((resolve, reject) => {
      const { method, target, headers, body } = call;
      const framed = body === undefined ? headers : [...headers, "Content-Length", String(body.length)];
      const all = ["Host", `${hostname}:${port}`, ...framed];
      const request = httpRequest({ hostname, port, method, path: target, headers: all, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode = 0, headers: answered } = response;
          resolve({ status: statusCode, headers: answered, text: Buffer.concat(chunks).toString("utf8") });
        });
      });
      // The server may close a kept-alive connection just as it is reused; a new connection must work.
      request.on("error", (error) => {
        if (request.reusedSocket) resolve(send(call));
        else reject(new Error(`No answer to ${method} ${target}`, { cause: error }));
      });
      request.end(body);
    });

  return {
    send,
    close: () => agent.destroy(),
  };
}

const tokenCharacters = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const piece = fc.constantFrom(
  ..."/ // . .. %2e %2E%2e %2f %5c %00 %0a %25 %252e%252e ; : ? & = + % %zz %c3%28 %C3%BC a z 1 ( ) ' \" , * ! ~ [ ] @ | $ $1 $batch $metadata $entity sessions globals".split(
    " ",
  ),
);

/** Path or query made of pieces that have confused proxies, and of any printable characters. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
  fc
    .string({
      unit: fc.constantFrom(...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))),
      maxLength: 20,
    })
    .map((text) => text.replaceAll("#", "%23")),
);

/** Headers that callers must not send to a server behind us, and headers that they may send. */
export const hostileHeaders: fc.Arbitrary<readonly string[]> = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          "Connection",
          "Accept",
          "Prefer",
          "OData-Version",
          "X-Forwarded-For",
          "Forwarded",
          "Cookie",
          "X-Original-URL",
        ),
        fc.constantFrom(
          "X-Svc-Normalize-Ext",
          "X-Svc-Upload",
          "TE",
          "Content-Type",
          "X-HTTP-Method-Override",
          "Range",
          "If-Match",
        ),
        fc.string({ minLength: 1, maxLength: 12 }).filter((name) => tokenCharacters.test(name) && !framing.test(name)),
      ),
      fc.oneof(
        fc.constantFrom(
          "close",
          "authorization",
          "a, b",
          "false",
          "application/json",
          "multipart/mixed; boundary=b",
          "*/*",
        ),
        fc.string({ unit: fc.constantFrom(..."abcXYZ019 ,;=/\"'()<>@\u00e9"), maxLength: 20 }),
      ),
    ),
    { maxLength: 5 },
  )
  .map((pairs) => pairs.flat());

/** Names that frame a message; only Node sends them. The tests of raw connections cover them. */
const framing = /^(?:content-length|transfer-encoding|host|expect|upgrade|trailer|keep-alive|proxy-connection)$/i;
