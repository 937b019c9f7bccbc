import { refreshPlugins } from "../disk/plugin-files.ts";
import { messageClients } from "../host/clients.ts";
import { startDatabaseServer, stopDatabaseServer } from "../host/database-server.ts";
import type { Host } from "../host.ts";
import { type Command, type CommandCall, CommandError, numberIn, textIn } from "./command.ts";

/** Processes in addition to the Database Server that can be stopped and started. */
const OTHERS = ["FMSE", "WPE", "ADMINSERVER", "XDBC", "HTTPSERVER", "FMDAPI", "FMODATA"] as const;
const STATISTICS = { SERVERSTATS: "server", TOPCALLSTATS: "topCalls", CLIENTSTATS: "clients" } as const;

/** Commands that start and stop the server's processes and statistics. */
export const processCommands: Readonly<Record<string, Command>> = Object.fromEntries([
  entry("START SERVER", start),
  entry("STOP SERVER", stop),
  entry("RESTART SERVER", async (call) => {
    if (call.host.world.server.running) await stop(call);
    start(call);
  }),
  ...OTHERS.flatMap((name) => [
    entry(`START ${name}`, ({ host }) => {
      if (isRunning(host, name)) throw new CommandError(10006);
      setRunning(host, name, true);
    }),
    entry(`STOP ${name}`, ({ host }) => setRunning(host, name, false)),
    entry(`RESTART ${name}`, ({ host }) => {
      setRunning(host, name, false);
      setRunning(host, name, true);
    }),
  ]),
  ...Object.entries(STATISTICS).flatMap(([word, name]) => [
    entry(`ENABLE ${word}`, ({ host }) => {
      host.world.server.statistics[name] = true;
    }),
    entry(`DISABLE ${word}`, ({ host }) => {
      host.world.server.statistics[name] = false;
    }),
  ]),
]);

function entry(words: string, run: Command["run"]): readonly [string, Command] {
  return [words, { access: "root", whileStopped: true, run }];
}

function start({ host }: CommandCall): void {
  if (host.world.server.running) throw new CommandError(10006);
  startDatabaseServer(host);
}

/** Stops the server. Clients get a message and a grace time, unless the command is forced. */
async function stop(call: CommandCall): Promise<void> {
  const { host, gone, options } = call;
  const graceSeconds = numberIn(call, "gracetime", 90);
  if (!host.world.server.running) throw new CommandError(10502);
  const clients = [...host.world.server.clients.values()];
  if (clients.length > 0 && options.force !== true) {
    messageClients(clients, textIn(call, "message"));
    await host.clock.wait(graceSeconds * 1000, gone);
    if (gone.aborted) throw new CommandError(1);
  }
  if (host.world.server.running) stopDatabaseServer(host);
}

function isRunning({ world }: Host, name: string): boolean {
  const { engines, stopped } = world.server;
  if (name === "FMDAPI") return engines.dataApi;
  return name === "FMODATA" ? engines.odata : !stopped.has(name);
}

function setRunning(host: Host, name: string, running: boolean): void {
  const { engines, stopped } = host.world.server;
  if (name === "FMDAPI") {
    engines.dataApi = running;
    if (!running) host.dataSessions.closeAll();
  } else if (name === "FMODATA") engines.odata = running;
  else if (running) {
    stopped.delete(name);
    if (name === "FMSE") refreshPlugins(host);
  } else stopped.add(name);
}
