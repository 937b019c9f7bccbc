import * as z from "zod";
import type { Contestant, RunningPeer } from "../peers/contestant.ts";
import { startLatchkeyPeer } from "../peers/latchkey.ts";
import { startUpstream } from "../upstream/running-upstream.ts";

const Registered = z.object({ response: z.object({ id: z.int() }) });

/** Starts Latchkey with a webhook that accepts events immediately, and a FileMaker Server that was stopped since. */
export async function startReceiving<Name extends string>(
  name: Name,
  dataFolder: string,
  core: number | undefined,
): Promise<Contestant<Name> & AsyncDisposable> {
  const upstream = await startUpstream(0, core);
  try {
    const peer = await startLatchkeyPeer(dataFolder, { upstream: upstream.origin, core });
    await registerWebhook(peer);
    return { name, prefix: "/svc", authorization: "", ...peer };
  } finally {
    await upstream[Symbol.asyncDispose]();
  }
}

/** Registers the webhook for all events of this bench. */
export async function registerWebhook({ port, adminAuthorization = "" }: RunningPeer): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/svc/api/webhooks`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: adminAuthorization },
    body: JSON.stringify({
      ...{ channel: "bench", filename: "X", label: "Bench" },
      settings: { answerMode: "accepted", acceptedStatus: 200 },
    }),
  });
  Registered.parse(await answer.json());
}

/** Returns an event of a kilobyte, as its sender sends it. */
export function eventCall({ port, authorization, prefix }: Contestant<string>): Buffer {
  const head = [
    `POST ${prefix}/receiver/X/bench HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(authorization === "" ? [] : [`Authorization: ${authorization}`]),
    "Content-Type: application/json",
    `Content-Length: ${event.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), event]);
}

const event = Buffer.from(JSON.stringify({ order: 7, text: "x".repeat(1_000) }));
