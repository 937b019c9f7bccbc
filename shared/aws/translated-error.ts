import { StoreUnavailable } from "#shared/ports/table.ts";

/**
 * Translates the error of an AWS call for the ports: refusals through `known`, all others to an outage. The original error stays in the
 * cause, for the log.
 */
export function translatedError(
  service: string,
  error: unknown,
  known: (name: string, error: Error) => unknown,
): unknown {
  if (!(error instanceof Error)) return new StoreUnavailable(`${service} failed`, { cause: error });
  return known(error.name, error) ?? unavailable(service, error);
}

export function unavailable(service: string, error: Error): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(`${service} didn't respond: ${error.name}`, { cause: error });
}
