import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { type Program, startProgram } from "../machine/program.ts";
import { startCommand } from "../machine/start-command.ts";
import type { PeerStart, RunningPeer } from "./contestant.ts";
import { announcedPort } from "./node-peer.ts";

/** Starts Latchkey like `npm start`, with a Data API key for the upstream's only file. */
export function startLatchkey({ directory, ...start }: PeerStart): Promise<RunningPeer> {
  return startLatchkeyPeer(join(directory, "latchkey"), start);
}

/** Starts Latchkey on its own data folder, from this checkout or another one. */
export async function startLatchkeyPeer(dataFolder: string, start: LatchkeyStart): Promise<RunningPeer> {
  const program = await startLatchkeyOn(dataFolder, start);
  try {
    const port = Number(program.readiness);
    return {
      port,
      pid: program.pid,
      alive: program.alive,
      prefix: "/svc",
      authorization: `Bearer ${await createDataKey(port)}`,
      adminAuthorization: `Bearer ${await createAdminKey(port)}`,
      [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
    };
  } catch (error) {
    await program[Symbol.asyncDispose]();
    throw error;
  }
}

interface LatchkeyStart extends Pick<PeerStart, "upstream"> {
  readonly core: PeerStart["core"] | string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of another checkout, ready to start. Default: this one. */
  readonly checkout?: string;
}

/** Starts Latchkey on a data folder, which can already exist; returns when it is ready, with its port. */
export function startLatchkeyOn(
  dataFolder: string,
  { upstream, core, environment, checkout = CHECKOUT }: LatchkeyStart,
): Promise<Program> {
  const { flags, program } = startCommand(checkout);
  return startProgram({
    command: process.execPath,
    args: [...flags, program],
    core,
    environment: { PORT: "0", FMS_URL: upstream, DATA_DIR: dataFolder, ...environment },
    ready: announcedPort,
  });
}

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));

const CreatedKey = z.object({ response: z.object({ key: z.string().regex(/^[da]k_/) }) });

/** Creates a Data API key for the upstream's file, with OData. */
export function createDataKey(port: number): Promise<string> {
  return created(port, "api-key/create-only", { database: "X.fmp12", user: "api", pass: "demo-pass", isOData: true });
}

/** Creates an Admin API key for the upstream's account. */
export function createAdminKey(port: number): Promise<string> {
  return created(port, "admin-api-key", { user: "admin", pass: "admin-pass" });
}

async function created(port: number, path: string, body: object): Promise<string> {
  const account = Buffer.from("admin:admin-pass").toString("base64");
  const answer = await fetch(`http://127.0.0.1:${port}/svc/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${account}` },
    body: JSON.stringify(body),
  });
  const created = CreatedKey.safeParse(await answer.json());
  if (!created.success) throw new Error(`creating a key at ${path} answered ${answer.status}`);
  return created.data.response.key;
}
