import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";
import { type Frame, frameText } from "#shared/agent/protocol/frame.ts";
import type { AgentMessage } from "#shared/agent/protocol/message.ts";
import type { Identity } from "../../../local-agent/link/identity.ts";
import { authorizationOf, keyIn, signedMessage } from "../../../local-agent/link/signature.ts";

/** The service's response to an attempt to open a link. */
export interface LinkAttempt {
  readonly status: number;
  readonly body: string;
  readonly socket: WebSocket;
  /** Close code, once the link was closed. */
  readonly closed: Promise<number>;
  /** Messages sent by the service, one text each. */
  readonly received: readonly string[];
}

/** Returns functions that create an agent's frames with valid signatures. */
export function aSigner({ id, privateKey }: Pick<Identity, "id" | "privateKey">, now: () => number) {
  const link = randomUUID();
  let sequence = 0;
  return (message: AgentMessage, at = now()): Frame => {
    sequence += 1;
    return signedMessage(keyIn(privateKey), { agent: id, link, sequence, at }, message);
  };
}

/** Tries to open a link with a frame. */
export async function openedWith(linkAddress: string, frame: Frame | undefined): Promise<LinkAttempt> {
  const headers: Record<string, string> = frame === undefined ? {} : { Authorization: authorizationOf(frame) };
  const socket = new WebSocket(linkAddress, { headers, perMessageDeflate: false });
  const received: string[] = [];
  socket.on("message", (data) => received.push(String(data)));
  socket.on("error", () => undefined);
  const closed = once(socket, "close").then(([code]) => code as number);
  const answered = Promise.withResolvers<{ readonly status: number; readonly body: string }>();
  socket.once("open", () => answered.resolve({ status: 101, body: "" }));
  socket.once("unexpected-response", (request, response) => {
    let body = "";
    response.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    response.once("end", () => {
      answered.resolve({ status: response.statusCode ?? 0, body });
      request.destroy();
    });
  });
  return { ...(await answered.promise), socket, closed, received };
}

export function say(socket: WebSocket, frame: Frame): void {
  socket.send(frameText(frame));
}
