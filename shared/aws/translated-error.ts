import { StoreUnavailable } from "#shared/ports/table.ts";

/**
 * What a call to AWS failed with, as the ports say it: refusals that `known` translates, and otherwise an outage.
 * The service's own words stay in the cause, for the log.
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
  return new StoreUnavailable(`${service} did not answer: ${error.name}`, { cause: error });
}
