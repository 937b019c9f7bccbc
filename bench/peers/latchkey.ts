import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { startProgram } from "../machine/program.ts";
import type { PeerStart, RunningPeer } from "./contestant.ts";
import { announcedPort } from "./node-peer.ts";

/** Latchkey as `npm start` runs it, with a Data API key for the upstream's one file. */
export async function startLatchkey({ upstream, core, directory }: PeerStart): Promise<RunningPeer> {
  if (!existsSync(ENTRY)) throw new Error("not built yet: local-runtime/start.ts is missing");
  const program = await startProgram({
    command: process.execPath,
    args: [ENTRY],
    core,
    environment: { PORT: "0", FMS_URL: upstream, DATA_DIR: join(directory, "latchkey") },
    ready: announcedPort,
  });
  try {
    const port = Number(program.readiness);
    return {
      port,
      pid: program.pid,
      alive: program.alive,
      prefix: "/svc",
      authorization: `Bearer ${await createKey(port)}`,
      [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
    };
  } catch (error) {
    await program[Symbol.asyncDispose]();
    throw error;
  }
}

const ENTRY = fileURLToPath(new URL("../../local-runtime/start.ts", import.meta.url));

const CreatedKey = z.object({ response: z.object({ key: z.string().startsWith("dk_") }) });

async function createKey(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/svc/api/api-key/create-only`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ database: "X.fmp12", user: "api", pass: "demo-pass" }),
  });
  const created = CreatedKey.safeParse(await answer.json());
  if (!created.success) throw new Error(`creating a key answered ${answer.status}`);
  return created.data.response.key;
}
