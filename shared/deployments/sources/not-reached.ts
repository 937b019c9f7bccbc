import { ServiceError } from "#shared/contract/errors.ts";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";

/**
 * Converts a failed call into an error of deployments: an unreachable server may respond later, a blocked address won't be called.
 * @throws any other error unchanged
 */
export function notReached(thrown: unknown): ServiceError {
  if (!(thrown instanceof CalloutFailed || thrown instanceof CalloutRefused)) throw thrown;
  return new ServiceError(thrown instanceof CalloutRefused ? "source_not_called" : "source_unreachable", {
    text: thrown.message.replace(/\.$/, ""),
    cause: thrown,
  });
}
