import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Links } from "#shared/agent/link/links.ts";
import { type SeenFrames, seenFrames } from "#shared/agent/protocol/seen-frames.ts";
import type { ServiceError } from "#shared/contract/errors.ts";
import { STATUS_CODES } from "#shared/node/node-http.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Heartbeats, LinkSockets } from "#shared/ports/links/link-sockets.ts";
import type { Log } from "#shared/ports/log.ts";
import { asServiceError, errorAnswer } from "../../functions/edge/answers/envelope.ts";

interface AgentLinkServerOptions {
  readonly links: () => Links;
  readonly prefixes: readonly string[];
  /** Returns an ID for each connection, unique across processes. */
  readonly connectionId: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds that a rejected client has to read its response. */
  readonly lingerMs: number;
}

/** WebSocket server for agent links, which replaces API Gateway's WebSocket API on one machine. */
export interface AgentLinkServer {
  readonly sockets: LinkSockets;
  readonly heartbeats: Heartbeats;
  /** True if a request asks to become a link. */
  accepts(request: IncomingMessage): boolean;
  /** `address` is the client's, which may be behind a proxy. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** Closes the links, and resolves when the agents' last messages are processed. */
  close(): Promise<void>;
}

/** Maximum message size in bytes, as in API Gateway. */
const messageBytes = 131_072;
const goingAway = 1001;
const closeMs = 500;

interface OpenConnection {
  readonly socket: WebSocket;
  /** Frames of its heartbeats. */
  readonly seen: SeenFrames;
  /** Time of its last heartbeat, or of its start. */
  receivedAt: number;
  /** Resolves when all messages so far are processed. */
  done: Promise<void>;
}

export function agentLinkServer({
  links,
  prefixes,
  connectionId,
  clock,
  log,
  lingerMs,
}: AgentLinkServerOptions): AgentLinkServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: messageBytes, perMessageDeflate: false });
  const paths = new Set(prefixes.map((prefix) => `/${prefix}/agent`));
  let closing = false;
  const open = new Map<string, OpenConnection>();

  /** Processes an agent's messages in the order of arrival. */
  const keep = (connection: string, socket: WebSocket): void => {
    const entry: OpenConnection = { socket, seen: seenFrames(), receivedAt: clock.now(), done: Promise.resolve() };
    open.set(connection, entry);
    const next = (what: () => Promise<void>) => {
      entry.done = entry.done.then(what).catch((thrown: unknown) => {
        // It was not accepted, so the agent sends it again.
        log.error({ event: "agent_message_failed", connection, reason: reasonOf(thrown) });
      });
    };
    socket.on("message", (data) => next(() => links().onMessage(connection, String(data))));
    socket.on("error", (thrown) => log.info({ event: "agent_link_broken", connection, reason: reasonOf(thrown) }));
    socket.once("close", () => {
      next(() => links().onClosed(connection));
      void entry.done.then(() => open.delete(connection));
    });
  };

  const refuse = (socket: Duplex, error: ServiceError, address: string): void => {
    const { status, headers, body } = errorAnswer(error);
    const lines = Object.entries({
      ...headers,
      Date: new Date().toUTCString(),
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    }).map(([name, value]) => `${name}: ${value}`);
    // A client that never closes its side would keep the connection open permanently.
    const cut = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once("close", () => clearTimeout(cut));
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", body].join("\r\n"), () =>
      socket.destroy(),
    );
    log.error({
      event: "agent_link_refused",
      address,
      status,
      error: error.error,
      reason: error.detail ?? (error.cause === undefined ? undefined : reasonOf(error.cause)),
    });
  };

  return {
    sockets: {
      async send(connection, text) {
        const socket = open.get(connection)?.socket;
        if (socket === undefined || socket.readyState !== socket.OPEN) return false;
        socket.send(text);
        return true;
      },
      async close(connection, code) {
        open.get(connection)?.socket.close(code);
      },
    },

    heartbeats: {
      note(connection, frame) {
        const entry = open.get(connection);
        const now = clock.now();
        if (entry?.seen.isFirst(frame, now) !== true) return false;
        entry.receivedAt = now;
        return true;
      },
      lastAt: (connection) => open.get(connection)?.receivedAt,
    },

    accepts: ({ url = "", method }) => !closing && method === "GET" && paths.has(url.split("?", 1)[0] as string),

    upgrade(request, socket, head, address) {
      const connection = connectionId();
      socket.on("error", () => socket.destroy());
      links()
        .open(request.headers.authorization, connection)
        .then(
          () => server.handleUpgrade(request, socket, head, (link) => keep(connection, link)),
          (thrown: unknown) => refuse(socket, asServiceError(thrown), address),
        );
    },

    async close() {
      closing = true;
      const ended = [...open.values()].map(async (entry) => {
        const { socket } = entry;
        if (socket.readyState === socket.CLOSED) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        socket.once("close", () => resolve());
        socket.close(goingAway);
        const hurry = setTimeout(() => socket.terminate(), closeMs);
        await promise;
        clearTimeout(hurry);
      });
      await Promise.all(ended);
      await Promise.all([...open.values()].map(({ done }) => done));
    },
  };
}
