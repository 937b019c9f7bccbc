import type { CancellationReason } from "@aws-sdk/client-dynamodb";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { translatedError } from "../translated-error.ts";

/** What a call to DynamoDB failed with, as the Table port says it. */
export function tableError(error: unknown): unknown {
  return translatedError("DynamoDB", error, (name, { message }) =>
    name === "ValidationException" ? invalid(message) : undefined,
  );
}

/** What a cancelled transaction failed with, where it was neither a condition nor something that passes. */
export function cancellationError(reasons: readonly CancellationReason[]): unknown {
  const invalidReason = reasons.find(({ Code }) => Code === "ValidationError");
  if (invalidReason !== undefined) return invalid(invalidReason.Message ?? "");
  const codes = new Set(reasons.map(({ Code = "None" }) => Code).filter((code) => code !== "None"));
  return new StoreUnavailable(`DynamoDB cancelled the transaction: ${[...codes].join(", ")}`);
}

/** The limits of the port are checked before; what is left is what only the stored item could tell. */
function invalid(message: string): Error {
  if (/size/i.test(message)) return new RangeError(`DynamoDB refused the write: ${message}`);
  return new TypeError(`DynamoDB refused the write: ${message}`);
}
