import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { isMissingObject } from "#shared/s3/failure.ts";

/** What is wrong with what cannot be read: it is lost or was altered. @throws what says nothing of it, such as a store that is away */
export function damageIn(thrown: unknown): string {
  if (thrown instanceof UnreadableObject || (thrown instanceof Error && isMissingObject(thrown))) return thrown.message;
  throw thrown;
}
