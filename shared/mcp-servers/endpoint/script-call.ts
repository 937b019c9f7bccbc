import { ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes, fileMakerErrors } from "#shared/contract/filemaker-errors.ts";
import type { ODataAnswer } from "#shared/filemaker/odata.ts";
import type { ToolOutcome } from "#shared/mcp/api.ts";
import type { ToolRecord } from "../record.ts";
import { AccountRefused, type FileAccount, type FileRequest } from "./file-account.ts";
import type { ToolRun } from "./tool-run.ts";

type CalledTool = Pick<ToolRecord, "scriptName" | "parameters" | "outputMode" | "timeoutS" | "annotations">;

/** Outcome of a script run, with details beyond its result. */
export interface ScriptRun extends ToolRun {
  readonly how: Exclude<ToolRun["how"], "asked">;
  /** True if FileMaker Server responded that the script doesn't exist for this account, so the cached list is outdated. */
  readonly isListStale: boolean;
  /** Response of OData, for an administrator who tests a tool. */
  readonly answer?: ODataAnswer;
}

/** Returns the OData call that runs a tool's script, relative to the file. */
export function scriptRequest({ scriptName, parameters, timeoutS }: CalledTool, args: unknown): FileRequest {
  return {
    method: "POST",
    path: `/Script.${encodeURIComponent(scriptName)}`,
    timeoutMs: timeoutS * 1000,
    // A script without parameters gets none, instead of an empty object.
    ...(parameters.length > 0 && { body: { scriptParameterValue: args } }),
  };
}

/**
 * Runs the script of a tool. Errors are outcomes that say what to do. Of FileMaker Server's response, only the script result is passed on.
 */
export async function runScript(
  account: Pick<FileAccount, "call">,
  tool: CalledTool,
  args: Readonly<Record<string, unknown>>,
  /** Aborts when no one waits for the result anymore. */
  signal?: AbortSignal,
): Promise<ScriptRun> {
  const request = { ...scriptRequest(tool, args), ...(signal !== undefined && { signal }) };
  // A script only runs a second time if its author declared that as safe.
  for (let isRepeated = !tool.annotations.idempotentHint; ; isRepeated = true) {
    try {
      return runOf(await account.call(request), tool);
    } catch (thrown) {
      if (signal?.aborted === true) return cancelledRun;
      if (thrown instanceof ServiceError && thrown.error === "upstream_broken" && !isRepeated) continue;
      return failedRun(thrown, tool);
    }
  }
}

function runOf(answer: ODataAnswer, tool: CalledTool): ScriptRun {
  const result = (answer.body as { readonly scriptResult?: ScriptResult } | undefined)?.scriptResult;
  if (answer.status !== 200 || typeof result !== "object" || result === null) return refusedRun(answer, tool);
  const text = typeof result.resultParameter === "string" ? result.resultParameter : "";
  const code = String(result.code ?? "0");
  const outcome = code === "0" ? resultOf(text, tool) : scriptError(code, text);
  const how = "isError" in outcome && outcome.isError === true ? "script-error" : "done";
  return { outcome, how, code: code === "0" ? undefined : code, isListStale: false, answer };
}

interface ScriptResult {
  readonly code?: unknown;
  readonly resultParameter?: unknown;
}

/** Returns JSON objects as structured content, lists and single values in `result`, and anything else as text. */
function resultOf(text: string, { outputMode }: CalledTool): ToolOutcome {
  const parsed = outputMode === "text" ? undefined : jsonIn(text);
  if (parsed !== undefined) return { kind: "result", content: contentOf(parsed.value), isData: true };
  if (outputMode === "json")
    return failure(
      "The script ran, but its result isn't valid JSON, which this tool requires. Tell the author of the tool.",
    );
  return text === ""
    ? { kind: "text", text: "The script ran. It returned no result." }
    : { kind: "text", text, isData: true };
}

function contentOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : { result: value };
}

/** Parses JSON objects and lists. A number or word that happens to be valid JSON stays text, as the script's author intended. */
function jsonIn(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined; // Text that looks like JSON but isn't.
  }
}

function scriptError(code: string, text: string): ToolOutcome {
  const error = `FileMaker error ${code}: ${meaningOf(code)}`;
  return { kind: "result", isError: true, isData: true, content: { error, ...(text !== "" && { result: text }) } };
}

function refusedRun(answer: ODataAnswer, { scriptName }: CalledTool): ScriptRun {
  const { status, code, message = "" } = answer;
  // Live tests of https://github.com/fsans/fms-odata-js saw both answers; the second one without its code and status.
  const isMissing = code === "104" || status === 404 || /\bScript '.*' not found\b/s.test(message);
  const isDenied = code === fileMakerCodes.insufficientPrivileges || status === 403;
  const text = isMissing
    ? `The script "${scriptName}" no longer exists in the file. Tell the author of the tool.`
    : isDenied
      ? "The account isn't allowed to run this script (FileMaker error 9). Ask an administrator of the file."
      : `FileMaker Server did not run the script: error ${code ?? status}${code === undefined ? "" : `, ${meaningOf(code)}`}.`;
  const how = isMissing || isDenied ? "refused" : "unavailable";
  return { outcome: failure(text), how, code: code ?? String(status), isListStale: isMissing || isDenied, answer };
}

function failedRun(thrown: unknown, { timeoutS }: CalledTool): ScriptRun {
  const rest = { code: undefined, isListStale: false };
  if (thrown instanceof AccountRefused)
    return {
      outcome: failure("FileMaker Server no longer accepts this account. Sign in again."),
      how: "refused",
      isAccountRefused: true,
      ...rest,
    };
  if (!(thrown instanceof ServiceError)) throw thrown;
  if (thrown.error === "upstream_timeout") {
    const text = `No response within ${timeoutS} seconds. The script may still be running: check its effects before you call it again.`;
    return { outcome: failure(text), how: "timeout", ...rest };
  }
  const isRefused = thrown.error === "stored_credentials_refused" || thrown.error === "too_many_attempts";
  return { outcome: failure(`${thrown.text}.`), how: isRefused ? "refused" : "unavailable", ...rest };
}

/** The script itself can continue: FileMaker Server has no way to stop it. */
const cancelledRun: ScriptRun = {
  outcome: failure("The call was canceled. The script may still be running."),
  ...{ how: "cancelled", code: undefined, isListStale: false },
};

function failure(text: string): ToolOutcome {
  return { kind: "text", isError: true, text };
}

/** Returns our own description of an error code. Texts of FileMaker Server never reach a model. */
function meaningOf(code: string): string {
  return fileMakerErrors[code]?.meaning ?? "see FileMaker's list of error codes";
}
