import { type ErrorName, ServiceError } from "#shared/contract/errors.ts";
import { isLogName } from "#shared/contract/values/log-name.ts";
import type { LogFile } from "#shared/ports/logs/log-source.ts";
import type { LogListing } from "./contract.ts";
import type { LogBackend } from "./log-reader.ts";
import { absences, isServiceLog, ownLogName } from "./rules.ts";

/** Logs of the database host and of the service itself. */
export interface LogBackends {
  readonly server: LogBackend;
  /** Undefined if there are none: on the emulators of AWS. */
  readonly service: LogBackend | undefined;
}

interface PlacedLog {
  readonly file: LogFile;
  readonly place: LogListing["place"];
}

/** Returns all logs, the server's first. If the host is away, its logs are missing and the reason is returned. */
export async function allLogs({ server, service }: LogBackends) {
  let problem: ErrorName | null = null;
  const [theirs, ours] = await Promise.all([
    server.list().catch((thrown: unknown) => {
      if (!(thrown instanceof ServiceError) || !absences.has(thrown.error)) throw thrown;
      problem = thrown.error;
      return [];
    }),
    service?.list() ?? [],
  ]);
  const named = (files: readonly LogFile[], origin: LogListing["place"]): readonly PlacedLog[] =>
    files.map((file) => ({ file, place: origin })).toSorted((a, b) => (a.file.name < b.file.name ? -1 : 1));
  return { found: [...named(theirs, "server"), ...named(ours, "service")], problem: problem as ErrorName | null };
}

/** Calls the backend that would have a log of this name. @throws ServiceError log_not_found, the same for every other name */
export async function askBackend<T>(
  { server, service }: LogBackends,
  named: string,
  ask: (backend: LogBackend, name: string) => Promise<T | undefined>,
): Promise<T> {
  const name = ownLogName(named);
  const backend = isServiceLog(name) ? service : server;
  const answer =
    backend === undefined || !isLogName(name) ? undefined : await ask(backend, name).catch(undefinedIfMissing);
  if (answer === undefined) throw new ServiceError("log_not_found");
  return answer;
}

/** Returns undefined for a missing log, which is a file on the host. Throws any other error. */
function undefinedIfMissing(thrown: unknown): undefined {
  if (thrown instanceof ServiceError && thrown.error === "host_file_not_found") return undefined;
  throw thrown;
}
