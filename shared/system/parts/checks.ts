import type { EngineState } from "#shared/filemaker/server-probe.ts";
import type { Check, PartState } from "../contract.ts";
import { fullDisks, type HostObservations, linkedText } from "./host-watch.ts";
import { type ServerObservations, serverParts } from "./server-parts.ts";

type PartName = "webServer" | "databaseServer" | "adminApi" | "dataApi" | "odata";

/** Returns the parts of FileMaker Server for `readyz`, and the server as a whole. */
export function serverChecks(
  found: ServerObservations,
  isDemo: boolean,
): Readonly<Record<PartName | "fileMakerServer", Check>> {
  const parts = serverParts(found);
  const engineCheck = found.dataApi.refusedCertificate === undefined ? engineState : unlessRefused;
  const { webServer, databaseServer, adminApi, dataApi, odata } = parts;
  const whole = wholeCheck(found, databaseServer);
  return {
    fileMakerServer: isDemo ? { ...whole, text: `${whole.text} (demo server)` } : whole,
    webServer: engineCheck(webServer, found.dataApi.state),
    databaseServer: databaseServerCheck(databaseServer),
    adminApi: engineCheck(adminApi, found.adminApi),
    dataApi: engineCheck(dataApi, found.dataApi.state),
    // Many servers don't use OData.
    odata: odata === "off" ? { ok: null, text: "is disabled" } : engineCheck(odata, found.odata),
  };
}

/** Returns the agent and the disks for `readyz`. */
export function hostChecks(found: HostObservations): Readonly<Record<"agent" | "disk", Check>> {
  const full = fullDisks(found);
  const space: Check = found.disks.length > 0 ? { ok: true, text: "has enough space" } : { ok: null, text: "unknown" };
  return { agent: agentCheck(found), disk: full === undefined ? space : { ok: false, text: full } };
}

function agentCheck(found: HostObservations): Check {
  return found.agent === "linked" ? { ok: true, text: linkedText(found) } : otherAgents[found.agent];
}

const otherAgents: Readonly<Record<Exclude<HostObservations["agent"], "linked">, Check>> = {
  silent: { ok: false, text: "is online but does not respond" },
  away: { ok: false, text: "is offline" },
  none: { ok: null, text: "no agent is enrolled" },
};

function wholeCheck({ dataApi }: ServerObservations, databaseServer: PartState): Check {
  if (databaseServer === "stopped") return { ok: false, text: "responds, but its Database Server is stopped" };
  if (dataApi.refusedCertificate !== undefined)
    return { ok: false, text: `can't be called: ${dataApi.refusedCertificate}` };
  if (dataApi.error !== undefined) return { ok: false, text: `does not respond (${dataApi.error})` };
  return dataApi.state === "runs" ? answers : { ok: false, text: "gives unexpected responses" };
}

const answers: Check = { ok: true, text: "responds" };

/** Returns the check of an engine behind a web server whose certificate is refused. */
function unlessRefused(state: PartState, seen: EngineState): Check {
  return state === "unknown" ? { ok: null, text: "unknown: the certificate was refused" } : engineState(state, seen);
}

function engineState(state: PartState, seen: EngineState): Check {
  if (state === "running") return answers;
  if (state === "off") return { ok: false, text: "is disabled" };
  if (state === "stopped") return { ok: false, text: "does not respond" };
  return seen === "down" || seen === "off"
    ? { ok: null, text: "does not respond: it is disabled or stopped" }
    : { ok: null, text: "unknown: couldn't be checked" };
}

function databaseServerCheck(state: PartState): Check {
  if (state === "running") return { ok: true, text: "is running" };
  if (state === "stopped") return { ok: false, text: "is stopped" };
  return { ok: null, text: "unknown: the check needs an administrator's account" };
}
