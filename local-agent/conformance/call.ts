import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { buffer } from "node:stream/consumers";
import { checkServerIdentity, TLSSocket } from "node:tls";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { certificateOf, handshake } from "#shared/filemaker/wire/certificate-probe.ts";
import { request as httpRequest } from "#shared/node/node-http.ts";
import type { Clock } from "../clock.ts";
import type { HttpEntry } from "./recording.ts";

const answerMs = 20_000;

/** Request as it is sent. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Answer as it came. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Decompressed body. */
  readonly body: string;
}

/** Result of a call, with or without an answer. */
export interface Called {
  readonly answer: Answer | undefined;
  readonly error: string | undefined;
  readonly ms: number;
  readonly tls: HttpEntry["tls"];
}

/** Server whose answers are recorded. */
export interface Target {
  readonly origin: string;
  /** SHA-256 fingerprint of the only certificate to accept. */
  readonly pin: string | undefined;
}

/** Makes one call on a connection of its own. The path is sent as it is. A failed connection is a result, too. */
export async function called(target: Target, call: Call, clock: Clock): Promise<Called> {
  const startedAt = clock.now();
  const took = () => Math.max(0, clock.now() - startedAt);
  try {
    const message = await answerTo(target, call);
    const body = await buffer(message);
    const tls = tlsOf(message, new URL(target.origin).hostname);
    const { statusCode: status = 0, statusMessage: reason = "", rawHeaders } = message;
    const encoding = message.headers["content-encoding"];
    return { answer: { status, reason, rawHeaders, body: decoded(body, encoding) }, error: undefined, ms: took(), tls };
  } catch (thrown) {
    const error = thrown instanceof Error ? ("code" in thrown ? String(thrown.code) : thrown.message) : String(thrown);
    return { answer: undefined, error, ms: took(), tls: null };
  }
}

async function answerTo({ origin, pin }: Target, { method, path, headers, body }: Call): Promise<IncomingMessage> {
  const { hostname, port, protocol } = new URL(origin);
  const isSecure = protocol === "https:";
  const socket = isSecure && pin !== undefined ? await pinned(origin, hostname, pin) : undefined;
  const options = {
    ...{ host: hostname, port: port || (isSecure ? 443 : 80), method, path, agent: false as const },
    // Node doesn't frame the body of a DELETE without its length.
    ...{ headers: { ...headers, ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }) } },
    ...{ signal: AbortSignal.timeout(answerMs) },
    ...(socket !== undefined && { createConnection: () => socket }),
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(options);
    request.once("error", reject);
    request.once("response", resolve);
    request.end(body);
  });
}

async function pinned(origin: string, servername: string, pin: string): Promise<TLSSocket> {
  const socket = await handshake({ origin, servername });
  if (certificateOf(socket, servername, { pin, now: () => 0 }).pin === "matches") return socket;
  socket.destroy();
  throw new Error("the certificate is another one than FMS_CERT_SHA256 names");
}

function tlsOf({ socket }: IncomingMessage, hostname: string): HttpEntry["tls"] {
  if (!(socket instanceof TLSSocket)) return null;
  const leaf = socket.getPeerCertificate(true);
  let chainLength = 0;
  for (let one = leaf; one?.raw !== undefined; one = one.issuerCertificate) {
    chainLength += 1;
    if (one.issuerCertificate === one || chainLength > 10) break;
  }
  return {
    protocol: socket.getProtocol() ?? "unknown",
    chainLength,
    nameMatches: chainLength > 0 && checkServerIdentity(hostname, leaf) === undefined,
  };
}

function decoded(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return "";
  if (encoding === "gzip") return gunzipSync(body).toString("utf8");
  if (encoding === "deflate") return inflateSync(body).toString("utf8");
  if (encoding === "br") return brotliDecompressSync(body).toString("utf8");
  return body.toString("utf8");
}
