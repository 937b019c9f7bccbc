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
  text: "The account's privileges do not allow this. Tell the user; an administrator of the file can change it.",
};
const noRecord: Refusal = {
  text: "There is no record with this record_id, or the account does not see it. Look for it with query_records.",
};

/** FileMaker errors for the model, in our own words. */
const refusals: Readonly<Record<string, Refusal>> = {
  [fileMakerCodes.insufficientPrivileges]: privileges,
  ...{ 200: privileges, 201: privileges, 101: noRecord, "-1023": noRecord },
  "-1020": { text: "The table is not in the file any more. Call list_tables.", isStale: true },
  8309: { text: "A field is not in the table any more. Call describe_table.", isStale: true },
  "-1002": { text: "FileMaker Server does not understand this question. Ask in a simpler way." },
  "-1003": { text: "FileMaker Server does not do this. Ask in a simpler way." },
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
      "FileMaker Server's answer cannot be read: a calculation without a result may stand in it. Select fewer fields.",
      { how: "unavailable" },
    );
  return value;
}

/** Returns the error for a missing response. Other errors are thrown again. */
export function noAnswer(thrown: unknown, timeoutMs: number): DataRefused {
  if (!(thrown instanceof ServiceError)) throw thrown;
  if (thrown.error === "upstream_timeout")
    return new DataRefused(
      `There was no answer within ${timeoutMs / 1000} seconds. A change may have been made: look before you make it again. A question may need a narrower filter.`,
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
      ? `FileMaker Server answered HTTP ${status}. Try again later.`
      : `FileMaker error ${code}: ${meaning}. Nothing was changed.`;
  return new DataRefused(text, { how: status >= 500 ? "unavailable" : "refused", code: code ?? String(status) });
}
