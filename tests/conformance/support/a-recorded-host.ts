import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { serverKeyName } from "#shared/agent/protocol/server-key-name.ts";
import { unpackedRecording } from "../../../local-agent/conformance/show.ts";
import { keepIdentity } from "../../../local-agent/link/identity.ts";
import { keepServerKey, newKeyPair } from "../../../local-agent/server/server-key.ts";
import { type FmServer, type ServerOptions, startServer } from "../../../sandbox/fmserver/server.ts";
import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";
import { compiledCode } from "../../support/programs/compiled-code.ts";
import { basicAuth } from "../../support/test-service.ts";

/** FileMaker Server and an agent's folder on one host, with the agent's key registered. */
export interface ARecordedHost {
  readonly server: FmServer;
  readonly folder: string;
  readonly path: string;
  /** Starts the agent's program. `account`: two lines of standard input. */
  start(words: readonly string[], account?: string): ChildProcess;
  /** Runs `conformance record`, and returns the zip's files. */
  record(words?: readonly string[]): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

export interface RecordedHostOptions {
  readonly world: WorldInput;
  readonly sandbox?: Omit<ServerOptions, "world" | "folder">;
  readonly file: string;
  readonly layout: string;
  /** Account of the file and its password, one per line. */
  readonly account: string;
  /** Account of the Admin Console. */
  readonly admin: readonly [user: string, password: string];
}

const program = fileURLToPath(new URL("../../../local-agent/start.ts", import.meta.url));

export async function aRecordedHost(options: RecordedHostOptions): Promise<ARecordedHost> {
  const top = mkdtempSync(join(tmpdir(), "latchkey-recorded-"));
  const [path, folder] = [join(top, "FileMaker Server"), join(top, "agent")];
  const server = await startServer({ ...options.sandbox, world: options.world, folder: path });
  const id = randomUUID();
  keepIdentity(folder, { id, linkAddress: "ws://127.0.0.1:1/svc/agent", servicePublicKey: "", privateKey: "" });
  const pair = await newKeyPair(Date.now());
  keepServerKey(folder, { current: pair });
  await register(server, options.admin, serverKeyName(id), pair.publicKey.replaceAll(/[\r\n]/g, ""));
  const where = ["--folder", folder, "--server-path", path];
  const start: ARecordedHost["start"] = (words, account = options.account) => {
    const env = { ...compiledCode, FMS_ADMIN_URL: server.origin };
    const child = spawn(process.execPath, [program, ...words, ...where], { env });
    child.stdin.on("error", () => undefined);
    child.stdin.end(account);
    return child;
  };
  return {
    ...{ server, folder, path, start },
    async record(words = []) {
      const { file, layout } = options;
      const child = start([
        "conformance",
        "record",
        "--server",
        server.origin,
        "--file",
        file,
        "--layout",
        layout,
        ...words,
      ]);
      const [zip, errors, code] = await Promise.all([
        buffer(child.stdout as NonNullable<typeof child.stdout>),
        text(child.stderr as NonNullable<typeof child.stderr>),
        new Promise((resolve) => child.once("exit", resolve)),
      ]);
      if (code !== 0) throw new Error(`The recorder ended with ${String(code)}: ${errors}`);
      const written = join(top, "report.zip");
      writeFileSync(written, zip);
      return unpackedRecording(written);
    },
    async close() {
      await server.close();
      rmSync(top, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

async function register(
  { origin }: FmServer,
  [user, password]: RecordedHostOptions["admin"],
  name: string,
  publicKey: string,
): Promise<void> {
  const send = (method: string, path: string, authorization: string, body: object = {}) =>
    fetch(`${origin}/fmi/admin/api/v2${path}`, {
      method,
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const answer = await send("POST", "/user/auth", basicAuth(user, password));
  const { response } = (await answer.json()) as { readonly response: { readonly token: string } };
  const kept = await send("POST", "/server/config/pkipublickey", `Bearer ${response.token}`, { name, publicKey });
  if (kept.status !== 200) throw new Error(`The key was not registered: ${await kept.text()}`);
  await send("DELETE", `/user/auth/${response.token}`, `Bearer ${response.token}`);
}
