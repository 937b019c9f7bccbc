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
  const { webServer, databaseServer, adminApi, dataApi, odata } = parts;
  const whole = wholeCheck(found, databaseServer);
  return {
    fileMakerServer: isDemo ? { ...whole, text: `${whole.text} (demo server)` } : whole,
    webServer: engineCheck(webServer, found.dataApi.state),
    databaseServer: databaseServerCheck(databaseServer),
    adminApi: engineCheck(adminApi, found.adminApi),
    dataApi: engineCheck(dataApi, found.dataApi.state),
    // Many servers don't use OData.
    odata: odata === "off" ? { ok: null, text: "is switched off" } : engineCheck(odata, found.odata),
  };
}

/** Returns the agent and the disks for `readyz`. */
export function hostChecks(found: HostObservations): Readonly<Record<"agent" | "disk", Check>> {
  const full = fullDisks(found);
  const space: Check = found.disks.length > 0 ? { ok: true, text: "has room" } : { ok: null, text: "not known" };
  return { agent: agentCheck(found), disk: full === undefined ? space : { ok: false, text: full } };
}

function agentCheck(found: HostObservations): Check {
  return found.agent === "linked" ? { ok: true, text: linkedText(found) } : otherAgents[found.agent];
}

const otherAgents: Readonly<Record<Exclude<HostObservations["agent"], "linked">, Check>> = {
  silent: { ok: false, text: "is linked, and does not answer" },
  away: { ok: false, text: "is away" },
  none: { ok: null, text: "none is enrolled" },
};

function wholeCheck({ dataApi }: ServerObservations, databaseServer: PartState): Check {
  if (databaseServer === "stopped") return { ok: false, text: "answers, but its Database Server is stopped" };
  if (dataApi.error !== undefined) return { ok: false, text: `does not answer (${dataApi.error})` };
  return dataApi.state === "runs" ? answers : { ok: false, text: "answers, but not as it should" };
}

const answers: Check = { ok: true, text: "answers" };

function engineCheck(state: PartState, seen: EngineState): Check {
  if (state === "running") return answers;
  if (state === "off") return { ok: false, text: "is switched off" };
  if (state === "stopped") return { ok: false, text: "does not answer" };
  return seen === "down" || seen === "off"
    ? { ok: null, text: "does not answer: it is switched off, or has stopped" }
    : { ok: null, text: "not known: it could not be asked" };
}

function databaseServerCheck(state: PartState): Check {
  if (state === "running") return { ok: true, text: "runs" };
  if (state === "stopped") return { ok: false, text: "is stopped" };
  return { ok: null, text: "not known: no administrator's account could ask" };
}
