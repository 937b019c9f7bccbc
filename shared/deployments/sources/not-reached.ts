import { ServiceError } from "#shared/contract/errors.ts";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";

/** A call that brought nothing, in the words of deployments: what did not answer may do so later, what is never called will not. @throws what was thrown, where it is neither */
export function notReached(thrown: unknown): ServiceError {
  if (!(thrown instanceof CalloutFailed || thrown instanceof CalloutRefused)) throw thrown;
  return new ServiceError(thrown instanceof CalloutRefused ? "source_not_called" : "source_unreachable", {
    text: thrown.message.replace(/\.$/, ""),
    cause: thrown,
  });
}
