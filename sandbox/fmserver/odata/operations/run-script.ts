import { performScript } from "../../data-api/scripts.ts";
import { FmError } from "../../fm-error.ts";
import type { Reply } from "../../http/reply.ts";
import { seesScript } from "../../world/live/live-database.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import type { Occurrence } from "../../world/live/occurrences.ts";
import { jsonBody } from "../json-body.ts";
import { scriptNamed } from "../metadata/script-models.ts";
import { majorVersion, type ODataCall } from "../odata-call.ts";
import { badBody, ODataError, syntaxError } from "../odata-error.ts";
import { jsonAnswer } from "../odata-reply.ts";

const RESULT_LIMIT = 1_000_000;

/** Runs a script for the file, a table or a record, and waits for its end. */
export async function runScript(
  call: ODataCall,
  name: string,
  occurrence?: Occurrence,
  record?: LiveRecord,
): Promise<Reply> {
  const stray = /^\d|[@&/]/.exec(name)?.[0];
  if (stray !== undefined) throw syntaxError(stray);
  const script = scriptNamed(call.database, name);
  if (script === undefined) throw unknownScript(call, name);
  if (!call.account.privileges.scripts || !seesScript(call.account, script.name)) throw new FmError("9");
  const parameter = scriptParameter(call);
  const { host, database, account, incoming } = call;
  const runner = { host, database, session: { account, globals: new Map() }, request: incoming };
  const { result = "", error } = await performScript(runner, script, parameter, occurrence?.table, record);
  return jsonAnswer(call.form, call.settings, {
    scriptResult: {
      code: Number(error),
      resultParameter: result.slice(0, RESULT_LIMIT),
      ...(majorVersion(host) >= 22 && { truncated: result.length > RESULT_LIMIT }),
    },
  });
}

function unknownScript({ settings }: ODataCall, name: string): ODataError | FmError {
  if (settings.unknownScript === "104") return new FmError("104");
  const status = settings.unknownScript === "sentence" ? 400 : 404;
  // The code wasn't recorded.
  return new ODataError(status, "-1003", `Script '${name}' not found`);
}

function scriptParameter(call: ODataCall): string {
  if (call.request.body.length === 0) return "";
  const value = jsonBody(call).scriptParameterValue;
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") throw badBody("scriptParameterValue is no text, number or object");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
