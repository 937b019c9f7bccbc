import { type ErrorName, ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { cutToBytes } from "#shared/contract/texts/cut-to-bytes.ts";
import type { AttemptEnd } from "#shared/deliveries/api.ts";
import type { Answer } from "#shared/filemaker/answer.ts";
import type { EventContext } from "./event-context.ts";

/** Maximum size of a stored script result in bytes. */
const maxResultBytes = 16_000;

/** Errors after which the event waits: no server responds, or the file accepts no calls. */
const unavailable: ReadonlySet<ErrorName> = new Set([
  "upstream_unreachable",
  "certificate_refused",
  "database_server_stopped",
  "file_not_available",
  "sessions_exhausted",
  "data_api_off",
] as const);

/** Codes of a file or server that is temporarily unavailable. */
const awayCodes: ReadonlySet<string> = new Set([
  fileMakerCodes.fileUnavailable,
  fileMakerCodes.hostUnavailable,
  fileMakerCodes.technologyDisabled,
]);
/** Returns the outcome of the call that runs the script. A success means that FileMaker Server has accepted the event. */
export function endOf({ status, code, response }: Answer, context: EventContext, recordId: string): AttemptEnd {
  if (code === "0") {
    const scriptError = String(response.scriptError ?? "0");
    const scriptResult = cutToBytes(String(response.scriptResult ?? ""), maxResultBytes);
    const taken = { recordId, scriptError, scriptResult };
    const answer = scriptError === "0" ? scriptResult : `Script error ${scriptError}. ${scriptResult}`;
    return { outcome: "delivered", status, answer, context: { ...context, recordId, isUnsure: false, taken } };
  }
  if (code === undefined)
    return { outcome: "unavailable", status, reason: "A web server responds instead of the Data API", context };
  const reason = `FileMaker error ${code}${meaningOf(code)}`;
  return {
    outcome: awayCodes.has(code) ? "unavailable" : "failed",
    status,
    reason,
    context: { ...context, isUnsure: false },
  };
}

const meanings: Readonly<Record<string, string>> = {
  "9": "the account has no privilege for this",
  "101": "the record is missing",
  "102": "the layout has no field Channel or Payload",
  "104": "the script is missing",
  "105": "the layout is missing",
};

function meaningOf(code: string): string {
  const meaning = meanings[code];
  return meaning === undefined ? "" : `: ${meaning}`;
}

/** Returns the outcome of an attempt without a response. */
export function failureOf(thrown: unknown, context: EventContext): AttemptEnd {
  if (!(thrown instanceof ServiceError)) throw thrown;
  const isLost = thrown.error === "upstream_timeout" || thrown.error === "upstream_broken";
  return {
    outcome: unavailable.has(thrown.error) ? "unavailable" : "failed",
    status: null,
    reason: thrown.text,
    error: thrown.error,
    context: { ...context, isUnsure: context.isUnsure || isLost },
  };
}
