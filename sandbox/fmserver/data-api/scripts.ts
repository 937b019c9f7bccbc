import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOLDERS } from "../disk/server-folder.ts";
import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import { assignCell, committed, newRecord } from "../world/changes/store-record.ts";
import { type LiveDatabase, seesScript } from "../world/live/live-database.ts";
import { announce, type LiveRecord, type LiveTable } from "../world/live/live-table.ts";
import type { Built, Parameter, Script, ScriptStep, ScriptValue } from "../world/schema/script-schema.ts";
import { cellText } from "../world/values/cell.ts";
import { globalKey } from "../world/values/read-cell.ts";
import type { SessionCall } from "./operation.ts";
import type { Parameters } from "./parameters.ts";
import type { DataSession } from "./sessions/data-session.ts";

/** Time at which a script runs: before the request, before the sort, or after everything. */
type Moment = "prerequest" | "presort" | "after";

/** Scripts of a request. */
interface RequestScripts {
  run(moment: Moment, table: LiveTable, record?: LiveRecord): Promise<void>;
  /** Pairs `scriptResult`/`scriptError` of scripts that ran. */
  readonly results: Readonly<Record<string, string>>;
}

/** Result of a script. */
interface ScriptOutcome {
  readonly result: string | undefined;
  readonly error: string;
}

/** Context of a script: a call with a session, or the server itself. */
export interface ScriptRunner {
  readonly host: Host;
  readonly database: LiveDatabase;
  readonly session: Pick<DataSession, "account" | "globals">;
  readonly request: Pick<IncomingCall, "method" | "path" | "gone">;
  /** Aborted: no further steps run. */
  readonly stop?: AbortSignal;
  /** Schedule that runs the script, for the log. */
  readonly schedule?: string;
}

/** @throws FmError 104 if a script is missing, before anything is done. */
export function requestScripts(call: SessionCall, parameters: Parameters): RequestScripts {
  const planned = new Map<Moment, { readonly script: Script; readonly parameter: string; readonly suffix: string }>();
  for (const [moment, suffix] of [
    ["prerequest", ".prerequest"],
    ["presort", ".presort"],
    ["after", ""],
  ] as const) {
    const name = parameters.get(`script${suffix}`);
    if (name === undefined || name === "") continue;
    const parameter = parameters.get(`script${suffix}.param`);
    planned.set(moment, { script: scriptNamed(call, String(name)), parameter: String(parameter ?? ""), suffix });
  }
  const results: Record<string, string> = {};
  return {
    results,
    async run(moment, table, record) {
      const plan = planned.get(moment);
      if (plan === undefined) return;
      const outcome = await performScript(call, plan.script, plan.parameter, table, record);
      if (outcome.result !== undefined) results[`scriptResult${plan.suffix}`] = outcome.result;
      results[`scriptError${plan.suffix}`] = outcome.error;
    },
  };
}

/** @throws FmError 104, or 9 if the account can't run scripts. */
export function scriptNamed(call: SessionCall, name: string): Script {
  const script = call.database.scripts.get(name.toLowerCase());
  if (script === undefined) throw new FmError("104");
  const { account } = call.session;
  if (!account.privileges.scripts || !seesScript(account, script.name)) throw new FmError("9");
  return script;
}

/** Runs the steps of a script in order; the last error and the last result count. */
export async function performScript(
  call: ScriptRunner,
  script: Script,
  parameter: string,
  table: LiveTable | undefined,
  record?: LiveRecord,
): Promise<ScriptOutcome> {
  const { clock, faults } = call.host;
  const delay = faults.use("scriptDelay", call.request);
  if (delay !== undefined) await clock.wait(delay.milliseconds, call.request.gone);
  let result: string | undefined;
  let error = "0";
  let times = 0;
  const fail = (code: string): void => {
    times = code === error ? times + 1 : 1;
    error = code;
  };
  for (const step of script.steps) {
    if (call.stop?.aborted) break;
    if ("echo" in step) result = parameter;
    else if ("text" in step) result = typeof step.text === "string" ? step.text : built(step.text, parameter);
    else if ("json" in step) result = JSON.stringify(step.json);
    else if ("delayMs" in step) await clock.wait(step.delayMs, call.request.gone);
    else if ("document" in step) writeDocument(call.host, step.document);
    else if ("error" in step) fail(String(step.error));
    else {
      const code = change(call, step, parameter, table, record);
      if (code !== undefined) fail(code);
    }
  }
  const { FMSEScriptErrorLog, DAPIScriptErrorLog } = call.host.world.server.settings.scriptErrorsLog;
  const isLogged = call.schedule === undefined ? DAPIScriptErrorLog : FMSEScriptErrorLog;
  if (error !== "0" && isLogged) {
    const { host, database, schedule } = call;
    host.logs.scriptError({ code: error, times, file: database.name, script: script.name, schedule });
  }
  return { result, error };
}

/** Writes a UTF-8 file, like an export in a script. Does nothing without a folder. */
function writeDocument({ folder }: Host, { name, text }: { readonly name: string; readonly text: string }): void {
  if (folder !== undefined) writeFileSync(join(folder, FOLDERS.documents, name), text);
}

type ChangeStep = Extract<ScriptStep, { create: unknown } | { edit: unknown } | { global: unknown }>;

function change(
  call: ScriptRunner,
  step: ChangeStep,
  parameter: string,
  current: LiveTable | undefined,
  record: LiveRecord | undefined,
): string | undefined {
  const text = (value: ScriptValue): string | number => {
    if (typeof value !== "object") return value;
    return built("parameter" in value ? [value] : value, parameter);
  };
  const tableNamed = (name: string): LiveTable | undefined => call.database.tables.get(name.toLowerCase());
  if ("global" in step) {
    const [tableName = "", fieldName = ""] = step.global.field.split("::");
    const table = tableNamed(tableName);
    const field = table?.fields.get(fieldName.toLowerCase());
    if (table === undefined || field?.global !== true) return "102";
    call.session.globals.set(globalKey(table, field, 1), cellText(text(step.global.value)));
    return undefined;
  }
  const who = { account: call.session.account.account.name, clock: call.host.clock, world: call.host.world };
  if ("create" in step) {
    const table = tableNamed(step.create.table);
    if (table === undefined) return "101";
    const made = newRecord(table, who);
    const error = setAll(table, made, step.create.values, text);
    announce(table, "ADD", [made.id]);
    return error;
  }
  const table = step.edit.table === undefined ? current : tableNamed(step.edit.table);
  const edited = step.edit.recordId === undefined ? record : table?.records.get(step.edit.recordId);
  const target = edited ?? table?.records.values().next().value;
  if (table === undefined || target === undefined) return "101";
  const error = setAll(table, target, step.edit.values, text);
  committed(table, target, who);
  announce(table, "UPDATE", [target.id]);
  return error;
}

function setAll(
  table: LiveTable,
  record: LiveRecord,
  values: Readonly<Record<string, ScriptValue>>,
  text: (value: ScriptValue) => string | number,
): string | undefined {
  for (const [name, value] of Object.entries(values)) {
    const field = table.fields.get(name.toLowerCase());
    if (field === undefined) return "102";
    assignCell(table, record, field, 1, text(value));
  }
  return undefined;
}

/** Returns a text of parts, some of which come from the script parameter. */
function built(pieces: Built, parameter: string): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : parameterText(piece, parameter))).join("");
}

/** Returns a member of the parameter, like JSONGetElement: missing members are empty, as are all members of a parameter that isn't JSON. */
function parameterText({ parameter: wanted }: Parameter, parameter: string): string {
  if (wanted === true) return parameter;
  let value: unknown;
  try {
    value = JSON.parse(parameter);
  } catch {
    return ""; // A parameter that isn't JSON has no members.
  }
  for (const name of wanted.split("."))
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
