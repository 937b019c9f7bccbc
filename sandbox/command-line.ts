import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type FmServer, type ServerOptions, startServer } from "./fmserver/server.ts";
import { Profile } from "./fmserver/world/schema/server-schema.ts";
import { WorldError } from "./fmserver/world/world-error.ts";
import type { S3Server } from "./s3/server.ts";

const USAGE = `usage: node sandbox/start.ts [--world FILE] [--profile NAME] [--port N] [--host H] [--admin-port N]
                            [--folder DIR] [--log-dir DIR] [--store DIR [--store-port N]] [--tls [--cert-out FILE]] [--with-parent]
                            [--replay DIR]`;

/** Runs a server until a signal stops it. Invalid options and invalid worlds end it with exit code 2. */
export async function startSandbox(argv: readonly string[]): Promise<void> {
  // The name of the Database Server's process, by which agents in other accounts notice its starts.
  process.title = "fmserverd";
  let server: FmServer;
  let store: S3Server | undefined;
  let withParent: boolean;
  try {
    const { options, ...rest } = readArguments(argv);
    withParent = rest.withParent;
    server = await startServer(options);
    if (rest.certOut !== undefined) writeFileSync(rest.certOut, server.authority ?? "");
    store = rest.store && (await demoStore(rest.store));
  } catch (error) {
    if (!isUsersMistake(error)) throw error;
    process.stderr.write(`sandbox: ${error.message}\n${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const stop = (): void => {
    void Promise.all([server.close(), store?.close()]).then(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  if (withParent) {
    // The parent holds the other end of standard input, which ends when the parent ends for any reason.
    process.stdin.once("end", stop).once("error", stop).resume();
  }
  const beside = store === undefined ? "" : `, store at ${store.origin}`;
  process.stdout.write(`sandbox ready at ${server.origin} (Admin API also at ${server.adminOrigin}${beside})\n`);
}

/** Starts a store for backups, with one bucket and one account with known credentials. Loaded only on request. */
async function demoStore({ folder, port }: StorePlace): Promise<S3Server> {
  const { startS3 } = await import("./s3/server.ts");
  const account = { accessKeyId: "sandbox", secretAccessKey: "sandbox-store-pass" };
  return startS3({ folder, port, buckets: ["demo"], ...account });
}

interface StorePlace {
  readonly folder: string;
  readonly port: number;
}

class BadOption extends Error {
  override readonly name = "BadOption";
}

function readArguments(argv: readonly string[]): {
  readonly options: ServerOptions;
  readonly certOut: string | undefined;
  readonly store: StorePlace | undefined;
  readonly withParent: boolean;
} {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      world: { type: "string" },
      profile: { type: "string" },
      port: { type: "string", default: "0" },
      host: { type: "string", default: "127.0.0.1" },
      "admin-port": { type: "string", default: "16001" },
      folder: { type: "string" },
      "log-dir": { type: "string" },
      store: { type: "string" },
      "store-port": { type: "string", default: "0" },
      tls: { type: "boolean", default: false },
      "cert-out": { type: "string" },
      "with-parent": { type: "boolean", default: false },
      replay: { type: "string" },
    },
  });
  const port = portIn("--port", values.port);
  const storePort = portIn("--store-port", values["store-port"]);
  const adminPort = portIn("--admin-port", values["admin-port"]);
  if (values["cert-out"] !== undefined && !values.tls) throw new BadOption("--cert-out needs --tls");
  const profile = Profile.optional().safeParse(values.profile);
  if (!profile.success) throw new BadOption(`--profile ${values.profile} is unknown`);
  return {
    options: {
      port,
      adminPort,
      host: values.host,
      ...(values.world === undefined ? {} : { world: values.world }),
      ...(profile.data === undefined ? {} : { profile: profile.data }),
      ...(values.folder === undefined ? {} : { folder: values.folder }),
      ...(values["log-dir"] === undefined ? {} : { logDir: values["log-dir"] }),
      ...(values.tls ? { tls: "world" } : {}),
      ...(values.replay === undefined ? {} : { replay: values.replay }),
    },
    certOut: values["cert-out"],
    store: values.store === undefined ? undefined : { folder: values.store, port: storePort },
    withParent: values["with-parent"],
  };
}

function portIn(option: string, text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new BadOption(`${option} ${text} is no port`);
  return Number(text);
}

/** Returns true for unknown options, invalid worlds, and unavailable ports and files. */
function isUsersMistake(error: unknown): error is Error {
  if (error instanceof BadOption || error instanceof WorldError) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(?:ERR_PARSE_ARGS_|EADDR|EACCES|ENOENT|ENOTDIR|ENOTFOUND|EISDIR)/.test(code);
}
