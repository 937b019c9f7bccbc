import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A static import would also load Node's WebSocket client, which doubles the CPU time of a tool's start. */
const { request } = process.getBuiltinModule("node:http");

/** Connection from a tool to the sandbox of its folder. */
export interface ServerConnection {
  /** Returns the sandbox's answer. @throws ServerUnreachable */
  ask<Answer>(path: string, body: unknown): Promise<Answer>;
  /** Returns the answer line by line as it arrives. @throws ServerUnreachable */
  lines(path: string, body: unknown): AsyncGenerator<Record<string, unknown>>;
}

/** Thrown if no sandbox runs on this folder. */
export class ServerUnreachable extends Error {
  override readonly name = "ServerAway";
}

/** File with the sandbox's address and secret, which only its owner can read. */
const CONNECTION_FILE = "Database Server/bin/sandbox-connection.json";

export function serverConnection(folder: string): ServerConnection {
  const send = (path: string, body: unknown): Promise<IncomingMessage> => {
    const { origin, secret } = readConnection(folder);
    return new Promise((resolve, reject) => {
      const sent = request(
        origin + path,
        { method: "POST", headers: { authorization: `Bearer ${secret}` }, agent: false },
        (answer) => (answer.statusCode === 200 ? resolve(answer) : reject(new ServerUnreachable("refused"))),
      );
      sent.once("error", () => reject(new ServerUnreachable("gone")));
      sent.end(JSON.stringify(body));
    });
  };
  return {
    async ask<Answer>(path: string, body: unknown) {
      const chunks: Buffer[] = [];
      for await (const chunk of unbroken(await send(path, body))) chunks.push(chunk as Buffer);
      return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Answer;
    },
    async *lines(path, body) {
      const answer = await send(path, body);
      const broken = new Promise<never>((_, reject) =>
        answer.once("error", () => reject(new ServerUnreachable("gone"))),
      );
      broken.catch(() => undefined);
      const lines = createInterface({ input: answer })[Symbol.asyncIterator]();
      for (;;) {
        const next = await Promise.race([lines.next(), broken]);
        if (next.done === true) return;
        yield JSON.parse(next.value) as Record<string, unknown>;
      }
    },
  };
}

async function* unbroken(answer: IncomingMessage): AsyncGenerator<unknown> {
  try {
    yield* answer;
  } catch {
    // Any failure means that the sandbox is no longer there.
    throw new ServerUnreachable("gone");
  }
}

function readConnection(folder: string): { readonly origin: string; readonly secret: string } {
  try {
    return JSON.parse(readFileSync(join(folder, CONNECTION_FILE), "utf8")) as { origin: string; secret: string };
  } catch {
    // No file, or an invalid one: no server.
    throw new ServerUnreachable("not running");
  }
}
