import { ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes, fileMakerErrors } from "#shared/contract/filemaker-errors.ts";
import type { ODataAnswer } from "#shared/filemaker/odata.ts";
import { DataRefused } from "./refused.ts";

interface Refusal {
  readonly text: string;
  readonly isStale?: boolean;
}

/** Insufficient privileges for records, tables or fields. */
const privileges: Refusal = {
  text: "The account's privileges don't allow this. Tell the user; an administrator of the file can change the privileges.",
};
const noRecord: Refusal = {
  text: "Record not found, or the account can't see it. Look for it with query_records.",
};

/** FileMaker errors for the model, in our own words. */
const refusals: Readonly<Record<string, Refusal>> = {
  [fileMakerCodes.insufficientPrivileges]: privileges,
  ...{ 200: privileges, 201: privileges, 101: noRecord, "-1023": noRecord },
  "-1020": { text: "The table no longer exists in the file. Call list_tables.", isStale: true },
  8309: { text: "A field no longer exists in the table. Call describe_table.", isStale: true },
  "-1002": { text: "FileMaker Server can't parse this query. Use a simpler one." },
  "-1003": { text: "FileMaker Server doesn't support this query. Use a simpler one." },
  301: { text: "Another user is changing this record. Nothing was changed. Try again later." },
};

/**
 * Returns the body of a successful response.
 * @throws DataRefused
 */
export function bodyOf(answer: ODataAnswer): Readonly<Record<string, unknown>> {
  const { status, code, body } = answer;
  if (status >= 400) throw refusalOf(status, code);
  return (body ?? {}) as Readonly<Record<string, unknown>>;
}

/**
 * Returns the rows of a response.
 * @throws DataRefused
 */
export function rowsOf(answer: ODataAnswer): readonly Readonly<Record<string, unknown>>[] {
  const { value } = bodyOf(answer);
  if (!Array.isArray(value))
    throw new DataRefused(
      "Couldn't read FileMaker Server's response, possibly because of a calculation without a result. Select fewer fields.",
      { how: "unavailable" },
    );
  return value;
}

/** Returns the error for a missing response. Other errors are thrown again. */
export function noAnswer(thrown: unknown, timeoutMs: number): DataRefused {
  if (!(thrown instanceof ServiceError)) throw thrown;
  if (thrown.error === "upstream_timeout")
    return new DataRefused(
      `No response within ${timeoutMs / 1000} seconds. A change may have been made: check before you repeat it. A query may need a narrower filter.`,
      { how: "unavailable" },
    );
  const isRefused = thrown.error === "stored_credentials_refused" || thrown.error === "too_many_attempts";
  return new DataRefused(`${thrown.text}.`, { how: isRefused ? "refused" : "unavailable" });
}

function refusalOf(status: number, code: string | undefined): DataRefused {
  const known = code === undefined ? undefined : refusals[code];
  if (known !== undefined)
    return new DataRefused(known.text, { how: "refused", code, isStale: known.isStale === true });
  if (status === 403) return new DataRefused(privileges.text, { how: "refused", code });
  const meaning = fileMakerErrors[code ?? ""]?.meaning ?? "see FileMaker's list of error codes";
  const text =
    code === undefined
      ? `FileMaker Server responded with HTTP ${status}. Try again later.`
      : `FileMaker error ${code}: ${meaning}. Nothing was changed.`;
  return new DataRefused(text, { how: status >= 500 ? "unavailable" : "refused", code: code ?? String(status) });
}
