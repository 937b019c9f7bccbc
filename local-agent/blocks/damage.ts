import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { isMissingObject } from "#shared/s3/failure.ts";

/**
 * Describes why data is unreadable: it is lost or was altered.
 * @throws errors that say nothing about the data, such as an unavailable store
 */
export function damageIn(thrown: unknown): string {
  if (thrown instanceof UnreadableObject || (thrown instanceof Error && isMissingObject(thrown))) return thrown.message;
  throw thrown;
}
