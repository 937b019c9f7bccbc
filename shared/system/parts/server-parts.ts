import type { DataApiProbe, EngineState } from "#shared/filemaker/server-probe.ts";
import type { PartState, ServerParts } from "../contract.ts";
import type { DatabaseServerStatus } from "./database-server.ts";

/** State of FileMaker Server, as observed by Latchkey and as reported by the server. */
export interface ServerObservations {
  readonly dataApi: DataApiProbe;
  readonly odata: EngineState;
  readonly adminApi: EngineState;
  readonly status: DatabaseServerStatus;
}

/** Returns the state of each part of FileMaker Server. Unverified parts are unknown, so that no one tries to fix a part that works. */
export function serverParts({ dataApi, odata, adminApi, status }: ServerObservations): ServerParts {
  // A web server whose certificate is refused does respond, but nothing else is known.
  const webServer = dataApi.refusedCertificate === undefined ? webServerState([dataApi.state, odata]) : "unknown";
  const stateOf = (engine: EngineState) => engineState(engine, webServer);
  const admin = stateOf(adminApi);
  // A status from a minute ago doesn't apply if nothing on the host responds now.
  const isSilent = webServer !== "running" && admin !== "running";
  return {
    webServer,
    databaseServer: isSilent ? "unknown" : status.databaseServer,
    adminApi: admin,
    dataApi: stateOf(dataApi.state),
    odata: odataState(stateOf(odata), odata, status),
  };
}

/** Returns the root cause why calls fail or will fail, in one sentence. Null if there is no known problem. */
export function troubleOf(found: ServerObservations, host: string): string | null {
  const { webServer, databaseServer, adminApi, dataApi } = serverParts(found);
  const refusal = found.dataApi.refusedCertificate;
  if (refusal !== undefined) return `FileMaker Server's certificate was refused at ${host}: ${refusal}.`;
  if (webServer === "unknown")
    return `No response from ${host}: the host is down or unreachable, or the address is wrong.`;
  if (webServer === "stopped") return `The web server of FileMaker Server does not respond at ${host}.`;
  if (databaseServer === "stopped") return "The Database Server is stopped: files can't be opened.";
  if (dataApi === "off") return "The Data API is disabled.";
  if (dataApi === "stopped")
    return adminApi === "stopped"
      ? "FileMaker Server's web server responds, but the Data API and the Admin API don't."
      : "FileMaker Server's web server responds, but the Data API doesn't.";
  if (adminApi === "stopped")
    return "The Admin API does not respond. Calls with keys still work, but the server can't be managed.";
  return null;
}

/**
 * Returns true if FileMaker Server runs, in the sense of existing clients: not if the Database Server is stopped, regardless of the parts
 * in front of it.
 */
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
  // The web server responds but this part doesn't: it hangs, or listens at another address.
  return engine === "down" || webServer === "running" ? "stopped" : "unknown";
}

/** Returns the state of OData. From outside, a disabled and a stopped OData look the same; only the Admin API distinguishes them. */
function odataState(seen: PartState, engine: EngineState, { odata, databaseServer }: DatabaseServerStatus): PartState {
  if (seen === "running" || seen === "unknown") return seen;
  if (odata === "off") return "off";
  if (odata === "on") return "stopped";
  return engine === "off" && databaseServer !== "stopped" ? "off" : "unknown";
}
