import { randomUUID } from "node:crypto";
import { type RawData, WebSocket } from "ws";
import { type Frame, fragmentBytes, frameIn, frameText, jsonIn, payloadBytes } from "#shared/agent/protocol/frame.ts";
import { type AgentMessage, ServiceMessage } from "#shared/agent/protocol/message.ts";
import { seenFrames } from "#shared/agent/protocol/seen-frames.ts";
import type { Clock } from "../clock.ts";
import type { Identity } from "./identity.ts";
import { authorizationOf, isOfService, keyIn, signedMessage } from "./signature.ts";

/** Connection to the service: one link, from its opening to its end. */
export interface Connection {
  /** Returns false if the link isn't open. */
  send(message: AgentMessage): boolean;
  /** Ends it immediately. */
  end(): void;
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
}

interface ConnectionOptions {
  readonly identity: Identity;
  readonly clock: Clock;
  readonly onOpen: () => void;
  readonly onMessage: (message: ServiceMessage) => void;
}

const handshakeMs = 15_000;
const messageBytes = 131_072;

export function connect({ identity, clock, onOpen, onMessage }: ConnectionOptions): Connection {
  const key = keyIn(identity.privateKey);
  const link = randomUUID();
  const seen = seenFrames();
  let sequence = 0;
  const sign = (message: AgentMessage): Frame => {
    sequence += 1;
    return signedMessage(key, { agent: identity.id, link, sequence, at: clock.now() }, message);
  };

  const socket = new WebSocket(identity.linkAddress, {
    headers: { Authorization: authorizationOf(sign({ type: "open" })) },
    perMessageDeflate: false,
    maxPayload: messageBytes,
    handshakeTimeout: handshakeMs,
    followRedirects: false,
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  socket.once("open", onOpen);
  socket.once("close", (code) => end(`closed with ${code}`));
  socket.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.name));
  socket.once("unexpected-response", (request, answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => {
      if (chunks.length < 16) chunks.push(chunk);
    });
    answer.once("close", () => {
      end(`rejected with ${answer.statusCode}: ${sentenceIn(Buffer.concat(chunks).toString("utf8"))}`);
      request.destroy();
    });
  });

  socket.on("message", (data: RawData) => {
    const frame = frameIn(String(data));
    const message = frame && messageIn(frame);
    if (message === undefined) {
      end("invalid frame from the service");
      socket.terminate();
    } else if (message !== "unknown") onMessage(message);
  });

  /**
   * Returns undefined unless the service just signed this message for this link, for the first time. `unknown`: a message of a newer
   * service that this agent doesn't know, which is ignored.
   */
  function messageIn(frame: Frame): ServiceMessage | "unknown" | undefined {
    if (frame.agent !== identity.id || frame.link !== link) return undefined;
    if (!isOfService(identity.servicePublicKey, frame) || !seen.isFirst(frame, clock.now())) return undefined;
    return ServiceMessage.safeParse(jsonIn(frame.payload)).data ?? "unknown";
  }

  return {
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      const frame = sign(message);
      if (Buffer.byteLength(frame.payload) > payloadBytes)
        throw new RangeError("A message is too large for the connection");
      sendInFragments(socket, Buffer.from(frameText(frame)));
      return true;
    },
    end() {
      end("ended here");
      socket.terminate();
    },
    ended,
  };
}

function sendInFragments(socket: WebSocket, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += fragmentBytes) {
    const fin = at + fragmentBytes >= bytes.length;
    socket.send(bytes.subarray(at, at + fragmentBytes), { fin, binary: false });
  }
}

/** Returns the message of the service's error response, if it is from the service. */
function sentenceIn(body: string): string {
  const answer = jsonIn(body) as { readonly messages?: readonly { readonly text?: unknown }[] } | undefined;
  const text = answer?.messages?.[0]?.text;
  return typeof text === "string" ? text.slice(0, 500) : "no reason";
}
