import { ServiceError } from "#shared/contract/errors.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";

/** Returns an error if a body of this length can't be sent whole, before anything of it is sent. */
export function lengthRefusal(
  { maxBytes = Number.POSITIVE_INFINITY }: Pick<AnswerStream, "maxBytes">,
  length: number | string | undefined,
): ServiceError | undefined {
  if (Number(length ?? 0) <= maxBytes) return undefined;
  return new ServiceError("answer_too_large", { text: `it has ${length} bytes` });
}
