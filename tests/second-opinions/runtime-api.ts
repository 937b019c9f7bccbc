import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answer of an invocation, as Lambda gets it from the runtime. */
export interface Invoked {
  /** `response`, or `error` if the runtime reported one before it sent anything. */
  readonly outcome: string;
  readonly contentType: string | undefined;
  readonly isStreamed: boolean;
  readonly body: Buffer;
  /** Type of the error that the runtime reported after the bytes of a streamed response. */
  readonly brokenBy: string | undefined;
}

/** Lambda's side of the runtime interface, for one runtime. */
export interface RuntimeApi {
  readonly address: string;
  invoke(event: object): Promise<Invoked>;
  stop(): Promise<void>;
}

/** Starts Lambda's side of the runtime interface: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html */
export async function startRuntimeApi(functionArn: string): Promise<RuntimeApi> {
  const answers = new Map<string, (invoked: Invoked) => void>();
  const events: { readonly id: string; readonly event: object }[] = [];
  const waiting: ServerResponse[] = [];
  let count = 0;
  let failure: Error | undefined;

  const give = (): void => {
    while (events.length > 0 && waiting.length > 0) {
      const { id, event } = events.shift() as (typeof events)[number];
      const headers = {
        "Content-Type": "application/json",
        "Lambda-Runtime-Aws-Request-Id": id,
        "Lambda-Runtime-Deadline-Ms": String(Date.now() + 30_000),
        "Lambda-Runtime-Invoked-Function-Arn": functionArn,
      };
      waiting.shift()?.writeHead(200, headers).end(JSON.stringify(event));
    }
  };
  const take = async (request: IncomingMessage, id: string, outcome: string): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    answers.get(id)?.({
      outcome,
      contentType: request.headers["content-type"],
      isStreamed: request.headers["lambda-runtime-function-response-mode"] === "streaming",
      body: Buffer.concat(chunks),
      brokenBy: request.trailers["lambda-runtime-function-error-type"],
    });
  };
  const server = createServer(async (request, response) => {
    const [, id = "", outcome = ""] = /\/runtime\/invocation\/([^/]+)\/(response|error)$/.exec(request.url ?? "") ?? [];
    if (request.url?.endsWith("/runtime/invocation/next")) {
      waiting.push(response);
      give();
    } else if (outcome !== "") {
      await take(request, id, outcome);
      response.writeHead(202).end("{}");
    } else {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      failure = new Error(`The runtime reports to ${request.url}: ${Buffer.concat(chunks)}`);
      response.writeHead(202).end("{}");
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async invoke(event) {
      const id = `invocation-${++count}`;
      const answered = new Promise<Invoked>((resolve) => answers.set(id, resolve));
      events.push({ id, event });
      give();
      const late = AbortSignal.timeout(40_000);
      const timedOut = once(late, "abort").then(() => {
        throw failure ?? new Error("The runtime doesn't answer");
      });
      return Promise.race([answered, timedOut]);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
