import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { privateKeyOf, publicKeyOf, signedFrame } from "#shared/agent/link/signature.ts";
import { type Frame, frameIn, frameText, jsonIn } from "#shared/agent/protocol/frame.ts";
import { keepIdentity, readIdentity } from "../../../local-agent/link/identity.ts";
import { newKey } from "../../../local-agent/link/signature.ts";

/** Service of another version, limited to its links; the test sets its messages. */
export interface AnActedService {
  /** All messages received from the agent. */
  readonly received: readonly Readonly<Record<string, unknown>>[];
  say(message: object): void;
  stop(): Promise<void>;
}

/** Starts a service at the end of a link and enrolls an agent's folder there. */
export async function anActedService(folder: string, now: () => number): Promise<AnActedService> {
  const key = privateKeyOf(randomBytes(32));
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const linkAddress = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/svc/agent`;
  keepIdentity(folder, {
    id: readIdentity(folder)?.id ?? randomUUID(),
    linkAddress,
    servicePublicKey: publicKeyOf(key),
    privateKey: newKey().privateKey,
  });
  const received: Readonly<Record<string, unknown>>[] = [];
  let last: { readonly socket: WebSocket; readonly frame: Frame } | undefined;
  let sequence = 0;
  server.on("connection", (socket) =>
    socket.on("message", (data) => {
      const frame = frameIn(String(data));
      if (frame === undefined) return;
      last = { socket, frame };
      received.push(jsonIn(frame.payload) as Readonly<Record<string, unknown>>);
    }),
  );
  return {
    received,
    say(message) {
      if (last === undefined) throw new Error("No agent was heard yet");
      sequence += 1;
      const { agent, link } = last.frame;
      const unsigned = { agent, link, sequence, at: now(), payload: JSON.stringify(message) };
      last.socket.send(frameText(signedFrame("service", key, unsigned)));
    },
    async stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}
