import type { DataApiProbe, EngineState } from "#shared/filemaker/server-probe.ts";
import type { PartState, ServerParts } from "../contract.ts";
import type { DatabaseServerStatus } from "./database-server.ts";

/** What was seen of FileMaker Server from outside, and what it says of itself. */
export interface ServerObservations {
  readonly dataApi: DataApiProbe;
  readonly odata: EngineState;
  readonly adminApi: EngineState;
  readonly status: DatabaseServerStatus;
}

/** How each part of FileMaker Server is found. What could not be asked is not known: nobody is to mend what may be well. */
export function serverParts({ dataApi, odata, adminApi, status }: ServerObservations): ServerParts {
  const webServer = webServerState([dataApi.state, odata]);
  const stateOf = (engine: EngineState) => engineState(engine, webServer);
  const admin = stateOf(adminApi);
  // What was seen a minute ago says nothing of a host on which nothing answers now.
  const isSilent = webServer !== "running" && admin !== "running";
  return {
    webServer,
    databaseServer: isSilent ? "unknown" : status.databaseServer,
    adminApi: admin,
    dataApi: stateOf(dataApi.state),
    odata: odataState(stateOf(odata), odata, status),
  };
}

/** Why calls fail, or will, in one sentence: the first cause of all. Null where nothing is known to be wrong. */
export function troubleOf(parts: ServerParts, host: string): string | null {
  const { webServer, databaseServer, adminApi, dataApi } = parts;
  if (webServer === "unknown")
    return `Nothing answers at ${host}: the host is off or out of reach, or the address is wrong.`;
  if (webServer === "stopped") return `The web server of FileMaker Server does not answer at ${host}.`;
  if (databaseServer === "stopped") return "The Database Server is stopped: no file can be opened.";
  if (dataApi === "off") return "The Data API is switched off.";
  if (dataApi === "stopped")
    return adminApi === "stopped"
      ? "FileMaker Server's web server answers, but neither the Data API nor the Admin API behind it does."
      : "The Data API does not answer. FileMaker Server's web server does.";
  if (adminApi === "stopped")
    return "The Admin API does not answer: calls with keys go on, and nothing can be administered.";
  return null;
}

/** Whether FileMaker Server runs, as clients in the field ask: a stopped Database Server does not, whatever stands before it. */
export function isRunning({ databaseServer, dataApi }: ServerParts): boolean {
  if (databaseServer !== "unknown") return databaseServer === "running";
  return dataApi === "running" || dataApi === "off";
}

function webServerState(engines: readonly EngineState[]): Exclude<PartState, "off"> {
  if (engines.some((state) => state !== "silent" && state !== "gone")) return "running";
  return engines.includes("silent") ? "stopped" : "unknown";
}

function engineState(engine: EngineState, webServer: PartState): PartState {
  if (engine === "runs") return "running";
  if (engine === "off") return "off";
  // Silent beside a web server that answers: it hangs, or listens at an address of its own.
  return engine === "down" || webServer === "running" ? "stopped" : "unknown";
}

/** Nothing behind the web server says whether OData is switched off or has stopped: only the Admin API knows. */
function odataState(seen: PartState, engine: EngineState, { odata, databaseServer }: DatabaseServerStatus): PartState {
  if (seen === "running" || seen === "unknown") return seen;
  if (odata === "off") return "off";
  if (odata === "on") return "stopped";
  return engine === "off" && databaseServer !== "stopped" ? "off" : "unknown";
}
