import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { KeyLimits } from "#shared/contract/values/key-limits.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { readFunctions } from "../../local-runtime/functions.ts";
import { type Runtime, type RuntimeOptions, startRuntime } from "../../local-runtime/runtime.ts";
import { openDataFolder } from "../../local-runtime/storage/data-folder.ts";
import type { Stores } from "../../local-runtime/storage/stores.ts";
import { type FmServer, type ServerOptions, startServer } from "../../sandbox/fmserver/server.ts";
import { Profile } from "../../sandbox/fmserver/world/schema/server-schema.ts";
import { type FlowingClock, flowingClock } from "./clocks/flowing-clock.ts";
import { settled } from "./clocks/settled.ts";
import { type Answer, type CallOptions, call } from "./http/call.ts";
import { inMemory } from "./in-memory.ts";
import { filesBelow, refuseLeaked, refuseLeakedToTools } from "./secrets/leaked-secrets.ts";
import { type StoredRow, storedRows } from "./tables/stored-rows.ts";

export interface TestServiceOptions extends Omit<RuntimeOptions, "clock"> {
  /** Settings by their environment names. Default for DATA_DIR, PORT and FMS_URL: values of the test. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly sandbox?: Omit<ServerOptions, "clock">;
  /** True to use the stores of one machine in both projects, as the other side of calls between one machine and AWS. */
  readonly isOneMachine?: boolean;
  /** Address of a server that replaces the sandbox for the Data API; the sandbox still answers as the Admin API. */
  readonly dataApiUrl?: string;
}

/** Input for a Data API key. Default: values for tests that don't depend on them. */
export interface KeyOptions {
  readonly databases?: readonly string[];
  readonly database?: string;
  readonly label?: string;
  readonly user?: string;
  readonly pass?: string;
  readonly isDataApi?: boolean;
  readonly isOData?: boolean;
  readonly allowAnyDatabase?: boolean;
  readonly endsAt?: string;
  readonly limits?: Partial<KeyLimits>;
}

/** The whole service on free ports: a sandbox, the runtime on a separate folder, and one clock for both, which tests turn. */
export interface TestService {
  readonly baseUrl: string;
  readonly sandbox: FmServer;
  readonly runtime: Runtime;
  readonly clock: FlowingClock;
  /** Data folder on one machine. Files that read it are listed in one-machine.ts. */
  readonly dataDir: string;
  /** Returns the table's items in partitions with this prefix. */
  rows(partition?: string): Promise<readonly StoredRow[]>;
  /** Opens the stores a second time, as another process would. */
  openStores(clock: Clock): Stores;
  /** Turns the clock of the service and of the sandbox. */
  turn(milliseconds: number): Promise<void>;
  /** Makes any call; its path is sent byte for byte. */
  raw(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Makes a management call as the Admin Console account. */
  admin(method: string, path: string, json?: unknown): Promise<Answer>;
  /** Creates a Data API key and returns its value. */
  aKey(keyOptions?: KeyOptions): Promise<string>;
  /** Creates an Admin API key and returns its value. */
  anAdminKey(label?: string): Promise<string>;
  /** Returns all lines logged so far. */
  logs(): Promise<string>;
  /** Resolves when the work that answers don't wait for is done. */
  settle(): Promise<void>;
  /** Stops the service and starts it again on the same folder, at another address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Profile of sandboxes whose world doesn't name one: set by the project of the test runner for the kindest server, or for a whole run. */
export const serverProfile = Profile.default("measured").parse(process.env.LATCHKEY_TEST_SERVER_PROFILE);

/** True if services run on the AWS adapters: set by the project of the test runner that runs the suite a second time. */
export const onAws = process.env.LATCHKEY_TEST_ADAPTERS === "aws";

export const adminAccount = basicAuth("admin", "admin-pass");

export function basicAuth(user: string, pass: string): string {
  return `Basic ${Buffer.from(`${user}:${pass}`).toString("base64")}`;
}

/** Read once: a run starts more than a thousand services, and each would parse serverless.yml. */
const functions = readFunctions();

/** Starts a service; every test file must stop its own. */
export async function testService(options: TestServiceOptions = {}): Promise<TestService> {
  const { environment = {}, sandbox: sandboxOptions, isOneMachine, dataApiUrl, ...runtimeOptions } = options;
  const folder = mkdtempSync(join(inMemory(), "latchkey-service-"));
  const dataDir = join(folder, "data");
  const clock = flowingClock(Date.UTC(2026, 10, 20, 9, 0, 0));
  const sandbox = await startServer({ profile: serverProfile, ...sandboxOptions, clock });
  const servers = dataApiUrl === undefined ? {} : { FMS_URL: dataApiUrl, FMS_ADMIN_URL: sandbox.origin };
  const settings = readLocalSettings({
    PORT: "0",
    DATA_DIR: dataDir,
    FMS_URL: sandbox.origin,
    // The disk of the machine that runs the tests may be nearly full.
    DISK_FLOOR_MB: "1",
    ...servers,
    ...environment,
  });
  const { storesOnAws } = onAws && !isOneMachine ? await import("./aws/stores-on-aws.ts") : {};
  const aws = await storesOnAws?.(clock);
  const openStores = aws?.openStores ?? openDataFolder;
  const startWith = (given: RuntimeOptions) => startRuntime(settings, settings.FMS_URL ?? sandbox.origin, given);
  const start = () => {
    const given = { openStores, functions, ...runtimeOptions, clock };
    return aws?.start(given, startWith) ?? startWith(given);
  };
  let runtime = await start();

  const raw = (method: string, path: string, callOptions?: CallOptions) =>
    call(runtime.baseUrl, method, path, callOptions);
  const admin = (method: string, path: string, json?: unknown) =>
    raw(method, path, { headers: { Authorization: adminAccount }, ...(json !== undefined && { json }) });
  /** Values of the keys created here; only their callers have them. */
  const keys: Record<string, string> = {};
  const logs = async () => {
    await runtime.platform.log.flush();
    if (aws !== undefined) return aws.logs();
    return ["svc-info.log", "svc-error.log"].map((name) => read(join(dataDir, "logs", name))).join("");
  };
  const keyIn = async ({ body, status }: Answer): Promise<string> => {
    const key = body.response?.key;
    if (typeof key !== "string") {
      const lastLines = (await logs()).trimEnd().split("\n").slice(-3).join("\n");
      throw new Error(`No key was made: HTTP ${status} ${JSON.stringify(body)}. Last lines of the log:\n${lastLines}`);
    }
    keys[`key ${Object.keys(keys).length + 1}`] = key;
    return key;
  };

  return {
    get baseUrl() {
      return runtime.baseUrl;
    },
    get runtime() {
      return runtime;
    },
    sandbox,
    clock,
    get dataDir() {
      if (aws !== undefined) throw new Error("This service has no folder: see tests/support/one-machine.ts");
      return dataDir;
    },
    raw,
    admin,
    async turn(milliseconds) {
      await clock.turn(milliseconds);
      await aws?.quiet();
    },
    openStores: (otherClock) => openStores(settings, otherClock, systemIds(otherClock)),
    rows: async (partition = "") => (await aws?.rows(partition)) ?? storedRows(dataDir, partition),
    async aKey({ database, ...keyOptions } = {}) {
      const files = database === undefined ? { databases: ["Contacts.fmp12"] } : { database };
      const body = { ...files, label: "test", user: "api", pass: "demo-pass", ...keyOptions };
      return keyIn(await admin("POST", "/svc/api/api-key", body));
    },
    async anAdminKey(label = "test") {
      return keyIn(await admin("POST", "/svc/api/admin-api-key", { label, user: "admin", pass: "admin-pass" }));
    },
    logs,
    async settle() {
      // The last stored data is on disk at the end of a turn of the event loop.
      await settled();
      await runtime.platform.background.settle();
    },
    async restart() {
      await runtime.stop();
      runtime = await start();
    },
    async stop() {
      await runtime.stop();
      await sandbox.close();
      // On one machine, check everything that was stored: stored secrets are sealed.
      const left = aws === undefined ? filesBelow(dataDir) : { "the log group": Buffer.from(aws.logs()) };
      await aws?.remove();
      rmSync(folder, { recursive: true, force: true });
      // Checked in every test file, regardless of its subject.
      refuseLeaked(sandbox.world, left, keys);
      refuseLeakedToTools(sandbox);
    },
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return ""; // Nothing has been logged yet.
    throw thrown;
  }
}
