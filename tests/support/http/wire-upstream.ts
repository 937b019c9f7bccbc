import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Call as it was on the wire when it reached the server behind the proxy. */
export interface SeenCall {
  readonly method: string;
  readonly target: string;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
  /** True if it was answered completely or its connection is closed. */
  readonly over: boolean;
  /** Whole body, once it has arrived. */
  readonly body: Promise<Buffer>;
}

/** Answers a call; bytes written to `request.socket` are sent unchanged. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** Upstream server for the proxy: accepts any login and answers everything else as a test sets. Knows one file, Wire.fmp12. */
export interface WireUpstream {
  readonly origin: string;
  /** All calls except logins, logouts and listings since the last `answers`. */
  readonly calls: readonly SeenCall[];
  readonly logins: number;
  readonly logouts: number;
  /** Number of connections opened so far. `open`: number of open connections. */
  readonly opened: number;
  readonly open: number;
  /** Sets how calls are answered from now on; clears the recorded calls. */
  answers(answering: Answering): void;
  /** Accepts every call from now on, including logouts, and answers none. */
  fallSilent(): void;
  /** Resolves once `condition` is true; checked whenever something happens on this server. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function wireUpstream(): Promise<WireUpstream> {
  let calls: SeenCall[] = [];
  let logins = 0;
  let logouts = 0;
  let opened = 0;
  let answering: Answering = empty;
  let silent = false;
  const sockets = new Set<Socket>();
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };

  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { method = "", url = "" } = request;
    response.on("close", change);
    if (method === "POST" && /^\/fmi\/data\/vLatest\/databases\/[^/]+\/sessions$/.test(url)) {
      logins += 1;
      return answerJson(request, response, { token: `token-${logins}` });
    }
    if (method === "POST" && url === "/fmi/admin/api/v2/user/auth") {
      logins += 1;
      return answerJson(request, response, { token: `admin.token.${logins}` });
    }
    if (method === "DELETE" && /\/sessions\/|\/user\/auth\//.test(url)) {
      logouts += 1;
      change();
      if (silent) return;
      return answerJson(request, response, {});
    }
    if (method === "GET" && url === "/fmi/data/vLatest/databases")
      return answerJson(request, response, { databases: [{ name: "Wire" }] });
    calls.push({
      method,
      target: url,
      rawHeaders: request.rawHeaders,
      socket: request.socket,
      body: whole(request),
      get over() {
        return response.closed;
      },
    });
    change();
    answering(request, response);
  });
  server.on("connection", (socket) => {
    opened += 1;
    sockets.add(socket);
    // These tests are about resets.
    socket.on("error", change);
    socket.on("close", () => {
      sockets.delete(socket);
      change();
    });
    change();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");

  return {
    origin: `http://127.0.0.1:${address.port}`,
    get calls() {
      return calls;
    },
    get logins() {
      return logins;
    },
    get logouts() {
      return logouts;
    },
    get opened() {
      return opened;
    },
    get open() {
      return sockets.size;
    },
    answers(next) {
      calls = [];
      answering = next;
    },
    fallSilent() {
      silent = true;
      answering = () => {};
    },
    async until(condition) {
      while (!condition()) await changed.promise;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** FileMaker's success with an empty response. */
export const empty: Answering = (request, response) => answerJson(request, response, {});

/** Reads the whole body, then answers with this head and body. Headers alternate names and values. */
export function saying(status: number, headers: readonly string[], body: string | Uint8Array = ""): Answering {
  return (request, response) => {
    request.resume();
    request.on("end", () => {
      response.sendDate = false;
      response.writeHead(status, [...headers]);
      response.end(body);
    });
  };
}

/** Sends these bytes as the response, then ends the connection, resets it, or sends nothing more. */
export function sayingRaw(
  bytes: string | Uint8Array,
  then: "hangs up" | "resets" | "is silent" = "hangs up",
): Answering {
  const wire = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  return (request) => {
    const { socket } = request;
    // Without reading, the closed connection goes unnoticed.
    request.resume();
    if (then === "hangs up") socket.end(wire);
    else socket.write(wire, () => then === "resets" && socket.resetAndDestroy());
  };
}

function answerJson(request: IncomingMessage, response: ServerResponse, value: object): void {
  request.resume();
  response.setHeader("Content-Type", "application/json");
  if ("token" in value) response.setHeader("X-FM-Data-Access-Token", String(value.token));
  response.end(JSON.stringify({ response: value, messages: [{ code: "0", message: "OK" }] }));
}

/** Collects the body as it is read; tests that answer before the whole body has arrived read it themselves. */
function whole(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  request.on("end", () => resolve(Buffer.concat(chunks)));
  request.on("error", reject);
  request.prependListener("data", (chunk: Buffer) => chunks.push(chunk));
  promise.catch(() => undefined); // Bodies that break off matter only to tests that ask for them.
  return promise;
}
