import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { authenticate, type Credentials } from "./authenticate.ts";
import { type Bucket, openBucket } from "./bucket.ts";
import { callOf } from "./call.ts";
import { listBuckets } from "./operations/list-buckets.ts";
import { operationOf } from "./operations.ts";
import { errorBody, S3Error, type S3ErrorCode } from "./s3-error.ts";

export interface S3Options extends Omit<Credentials, "region"> {
  /** Contains a folder for each bucket; created if missing. */
  readonly folder: string;
  readonly buckets: readonly string[];
  readonly port?: number;
  readonly region?: string;
  /** Clock in milliseconds since the epoch, for the expiry of signatures. */
  readonly now?: () => number;
}

/** Fault that a test injects into a call: an S3 error, or a connection that is closed before or after the operation. */
export type S3Fault = { readonly error: S3ErrorCode } | "reset" | "lost answer";

export interface S3Faults {
  /** Called for every call, before it is processed. A promise delays the call, like a slow connection. */
  decide:
    | ((call: { readonly method: string; readonly url: string }) => S3Fault | Promise<undefined> | undefined)
    | undefined;
}

export interface S3Server {
  readonly origin: string;
  readonly faults: S3Faults;
  addBucket(name: string): void;
  close(): Promise<void>;
}

/** Starts an S3 stand-in: objects are in folders; signatures, checksums and conditions are checked. Its addresses use path style. */
export async function startS3(options: S3Options): Promise<S3Server> {
  const { folder, port = 0, region = "us-east-1", now = Date.now, accessKeyId, secretAccessKey } = options;
  const buckets = new Map(options.buckets.map((name) => [name, openBucket(folder, name)]));
  const names = new Set(buckets.keys());
  const faults: S3Faults = { decide: undefined };
  const sockets = new Set<Socket>();

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): Promise<void> {
    const { method = "", url = "" } = incoming;
    const fault = await faults.decide?.({ method, url });
    if (fault === "reset") {
      incoming.socket.destroy();
      return;
    }
    // The operation is completed, but the client doesn't get the answer.
    if (fault === "lost answer") outgoing.end = outgoing.writeHead = () => outgoing.destroy();
    if (typeof fault === "object") throw new S3Error(fault.error, "This fault was asked for");
    const call = callOf(incoming, outgoing, names);
    const authentic = authenticate(call, { accessKeyId, secretAccessKey, region }, now());
    if (call.bucket === "" && call.method === "GET") {
      listBuckets(call, names, now());
      return;
    }
    const bucket: Bucket | undefined = buckets.get(call.bucket);
    if (bucket === undefined) throw new S3Error("NoSuchBucket", "The specified bucket does not exist");
    const operation = operationOf(call);
    if (expectsContinue) outgoing.writeContinue();
    await operation({ call, authentic, bucket, nowMs: now() });
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): void {
    const requestId = randomUUID();
    outgoing.setHeader("x-amz-request-id", requestId);
    handle(incoming, outgoing, expectsContinue).catch((error: unknown) => refuse(incoming, outgoing, error, requestId));
  }

  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => serve(incoming, outgoing, false));
  server.on("checkContinue", (incoming, outgoing) => serve(incoming, outgoing, true));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // No limit, for slow uploads.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");

  return {
    origin: `http://127.0.0.1:${address.port}`,
    faults,
    addBucket(name) {
      buckets.set(name, openBucket(folder, name));
      names.add(name);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, error: unknown, requestId: string): void {
  // The answer has started, or the client has disconnected.
  if (outgoing.headersSent || incoming.socket.destroyed) {
    outgoing.destroy();
    return;
  }
  const refusal = error instanceof S3Error ? error : new S3Error("InternalError", "We encountered an internal error.");
  const body = Buffer.from(errorBody(refusal, requestId));
  const headers = { "content-type": "application/xml", "content-length": body.byteLength };
  outgoing.writeHead(refusal.status, incoming.complete ? headers : { ...headers, connection: "close" });
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
  // A client that is still sending only reads the answer after it has sent everything.
  incoming.resume();
}
