import { fileURLToPath } from "node:url";
import { collectBuffersEarly, compileWebAssemblyOnce, giveBackMemory, keepNewObjectsYoung } from "#shared/node/heap.ts";
import type { LocalSettings } from "../functions/settings/local.ts";
import { isStartedByNpm } from "../functions/settings/of-starter.ts";
import { exitCodeOf, SettingRefused } from "../functions/settings/setting-refused.ts";
import { buildConsole, type ConsoleBuild, queuedBuild } from "./console/console-build.ts";
import { sandboxFolder, sandboxFolders } from "./processes/sandbox-folder.ts";
import { type SandboxProcess, startSandbox } from "./processes/sandbox-process.ts";
import type { Supervised } from "./processes/supervisor.ts";
import { ignoredSettings, type RequestedStart, requestedStart, type StartRequest } from "./requested-start.ts";
import type { Runtime } from "./runtime.ts";
import { refuseOtherKind } from "./storage/folder-kind.ts";

/** Maximum duration of a shutdown in milliseconds. systemd, Docker and others kill after ten seconds. */
const stopMs = 9_500;
const starterMs = 250;
const projectRoot = fileURLToPath(new URL("../", import.meta.url));

/** Starts everything on one machine, and reports when requests would succeed. */
export async function main(request: StartRequest): Promise<void> {
  collectBuffersEarly();
  compileWebAssemblyOnce();
  keepNewObjectsYoung();
  const running: Running = {};
  const ending = endingOf(running);
  stopOnSignal(ending.stop);
  try {
    const requested = requestedStart(request);
    for (const warning of ignoredSettings(request.variables)) console.error(warning);
    console.log(await start(requested, running, ending.restart));
    giveBackMemory();
    // After readiness: the first call must not wait for the console.
    running.agent = await agentBeside(requested.settings, running);
    running.building = buildConsole(projectRoot, (reason) => console.error(`Couldn't build the console: ${reason}`));
    if (running.building.progress() !== undefined)
      console.log("\nBuilding the console. This happens once and takes a few seconds.");
  } catch (thrown) {
    console.error(sentence(thrown));
    process.exit(exitCodeOf(thrown));
  }
}

/** Parts that a shutdown must stop. */
interface Running {
  runtime?: Runtime;
  agent?: Supervised | undefined;
  building?: ConsoleBuild;
  sandbox?: SandboxProcess;
}

async function start(requested: RequestedStart, running: Running, restart: () => void): Promise<string> {
  const { kind, settings } = requested;
  refuseOtherKind(settings, kind);
  // The sandbox starts while we load the rest of our own code.
  const starting = kind === "demo" ? startSandbox(sandboxFolders(settings)) : undefined;
  const [{ startRuntime }, { demoKey, demoLocation, forgetDemoKey }, functions, sandbox] = await Promise.all([
    import("./runtime.ts"),
    import("./processes/demo.ts"),
    import("./functions.ts").then(({ readFunctions }) => readFunctions()),
    starting,
  ]);
  if (sandbox !== undefined) running.sandbox = sandbox;
  const fmsUrl = requested.kind === "server" ? requested.fmsUrl : (sandbox as SandboxProcess).origin;
  running.runtime = await startRuntime(settings, fmsUrl, {
    kind,
    functions,
    sandboxStore: storeAddressOf(sandbox),
    // Windows can't replace a running program with another.
    ...(process.platform !== "win32" && { restart }),
    consoleBuildProgress: () => (running.building === undefined ? queuedBuild : running.building.progress()),
  });
  const { baseUrl, platform } = running.runtime;
  sandbox?.supervise(platform.clock, platform.log);
  const store = storeAddressOf(sandbox);
  // After readiness: the location is tested before it is stored.
  platform.background.waitUntil("creating the location of the sandbox's object store", demoLocation(platform, store));
  if (sandbox !== undefined) return readyWithDemo(baseUrl, settings.SERVICE_PREFIX, await demoKey(platform));
  await forgetDemoKey(platform);
  return ready(baseUrl, settings.SERVICE_PREFIX);
}

/** Returns the address of the sandbox's store for browsers on this machine. */
function storeAddressOf(sandbox: SandboxProcess | undefined): string | undefined {
  const { port } = new URL(sandbox?.storeOrigin ?? "http://localhost");
  return port === "" ? undefined : `http://localhost:${port}`;
}

/** Starts the agent if the database host is this machine: for the configured server or for the sandbox. */
async function agentBeside(settings: LocalSettings, { runtime, sandbox }: Running): Promise<Supervised | undefined> {
  const serverPath = settings.FMS_SERVER_PATH ?? (sandbox && sandboxFolder(settings));
  if (runtime === undefined || serverPath === undefined) return undefined;
  const { startAgentProcess } = await import("./processes/agent-process.ts");
  const isDemo = sandbox !== undefined;
  return startAgentProcess({ settings, runtime, serverPath, isDemo, sandboxStore: storeAddressOf(sandbox) });
}

/** Returns functions that stop everything in order, once, and end or restart the program. */
function endingOf(running: Running): { stop(): void; restart(): void } {
  let isEnding = false;
  let next: (code: number) => void = process.exit;
  /** Leaves behind processes that don't end in time: their standard input ends with us, and they with it. */
  const stopLate = (): void => {
    console.error(`Some tasks were still running after ${stopMs / 1000} seconds`);
    next(1);
  };
  const endAll = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(stopLate, stopMs);
    running.building?.stop();
    await Promise.all([running.agent?.stop(), running.runtime?.stop()]);
    await running.sandbox?.stop();
    next(0);
  };
  return {
    stop() {
      // Also cancels a restart.
      next = process.exit;
      void endAll();
    },
    restart() {
      if (!isEnding) next = startAgain;
      void endAll();
    },
  };
}

/** Restarts the program with its current code. Keeps the process ID, so that its supervisor doesn't notice. */
function startAgain(): void {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
}

/** Stops everything in order on the first signal; ignores further ones. */
function stopOnSignal(stop: () => void): void {
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Ctrl-Break, by which the Windows service ends it. Never sent on other systems.
  process.on("SIGBREAK", stop);
  withStarter(stop);
}

/**
 * Stops when the parent shell is gone: npm starts us through a shell and passes signals to it, and the shell may end without passing them
 * on.
 */
function withStarter(stop: () => void): void {
  if (!isStartedByNpm || process.platform === "win32") return;
  const starter = process.ppid;
  setInterval(() => process.ppid !== starter && stop(), starterMs).unref();
}

function ready(baseUrl: string, prefix: string): string {
  return [`Latchkey ready at ${baseUrl}`, `Console at ${baseUrl}/${prefix}/console/`].join("\n");
}

function readyWithDemo(baseUrl: string, prefix: string, key: string): string {
  const records = `${baseUrl}/${prefix}/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records`;
  return [
    ready(baseUrl, prefix),
    "",
    "This is a demo server: the sandbox simulates FileMaker Server. Try:",
    "",
    `  curl -H 'Authorization: Bearer ${key}' '${records}?_limit=1'`,
    "",
    `  curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"fieldData":{"firstName":"Ada","lastName":"Lovelace"}}' '${records}'`,
    "",
    `  curl -u admin:admin-pass '${baseUrl}/${prefix}/api/api-key'`,
    "",
    "Demo sign-in: admin / admin-pass. The key above works until the next start.",
  ].join("\n");
}

/** Returns one clear sentence for expected errors, and the stack for all others, which are defects. */
function sentence(thrown: unknown): string {
  if (thrown instanceof SettingRefused) return thrown.message;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
