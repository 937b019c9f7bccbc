import type { CancellationReason } from "@aws-sdk/client-dynamodb";
import { ItemTooLarge, StoreUnavailable } from "#shared/ports/table.ts";
import { translatedError } from "../translated-error.ts";

/** Translates a DynamoDB error for the Table port. */
export function tableError(error: unknown): unknown {
  return translatedError("DynamoDB", error, (name, { message }) =>
    name === "ValidationException" ? invalid(message) : undefined,
  );
}

/** Returns the error of a canceled transaction if it was neither a condition nor temporary. */
export function cancellationError(reasons: readonly CancellationReason[]): unknown {
  const invalidReason = reasons.find(({ Code }) => Code === "ValidationError");
  if (invalidReason !== undefined) return invalid(invalidReason.Message ?? "");
  const codes = new Set(reasons.map(({ Code = "None" }) => Code).filter((code) => code !== "None"));
  return new StoreUnavailable(`DynamoDB canceled the transaction: ${[...codes].join(", ")}`);
}

/** Returns the error for an invalid write. The port's limits were checked before, so the problem is in the stored item. */
function invalid(message: string): Error {
  if (/size/i.test(message)) return new ItemTooLarge(`DynamoDB rejected the write: ${message}`);
  return new TypeError(`DynamoDB rejected the write: ${message}`);
}
