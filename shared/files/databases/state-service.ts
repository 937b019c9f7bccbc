import type { AdminCredential, AdministratorOf } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { type FileAction, readinessOf, stateOf } from "#shared/filemaker/commands/database-state.ts";
import type { DatabaseChange, DatabaseRow, ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { files, StateChange } from "../contract.ts";
import { observe, requestChange, resultNow, type StateTransition, stateTransition } from "./state-transition.ts";

interface StateServiceDependencies {
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  readonly clock: Clock;
  /** Time limit for opening and closing in milliseconds. Specification, "Limits". */
  readonly waitMs: number;
}

const firstPauseMs = 100;
const longestPauseMs = 1_000;

/** Opens, closes, pauses and resumes files, and waits until they have the requested state. */
export function stateService({
  server,
  administrator,
  clock,
  waitMs,
}: StateServiceDependencies): Pick<ServiceOf<typeof files>, "openFiles" | "closeFiles" | "pauseFiles" | "resumeFiles"> {
  const begin = async (
    credential: AdminCredential,
    names: readonly string[],
    action: FileAction,
  ): Promise<readonly StateTransition[]> => {
    const rows = byName(await server.databases(credential));
    const missing = names.filter((name) => !rows.has(normalizedDatabaseName(name)));
    if (missing.length > 0) throw new ServiceError("database_not_found", { response: { files: missing } });
    const wanted = names.flatMap((name) => rows.get(normalizedDatabaseName(name)) ?? []);
    const states = wanted.map((row) => ({ filename: row.filename, state: stateOf(row.status) }));
    const forbidden = states.filter(({ state }) => readinessOf(action, state) === "forbidden");
    if (forbidden.length > 0) throw new ServiceError("database_state_forbids", { response: { files: forbidden } });
    return wanted.map((row) => stateTransition(row, action));
  };

  /**
   * Returns the text of a service error instead of throwing: once a change was requested, the response reports each file, even if FileMaker
   * Server fails.
   */
  const orTrouble = async <T>(call: Promise<T>): Promise<T | { readonly trouble: string }> => {
    try {
      return await call;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return { trouble: thrown.text };
    }
  };

  const refresh = async (credential: AdminCredential, wanted: readonly StateTransition[]): Promise<void> => {
    const rows = await orTrouble(server.databases(credential).then(byName));
    for (const file of wanted) {
      file.trouble = "trouble" in rows ? rows.trouble : undefined;
      if (!("trouble" in rows)) observe(file, rows.get(file.normalizedName), clock.now());
    }
  };

  const change = async (
    credential: AdminCredential,
    names: readonly string[],
    action: FileAction,
    databaseChange: DatabaseChange,
  ): Promise<StateChange> => {
    const giveUpAt = clock.now() + waitMs;
    const wanted = await begin(credential, names, action);
    const ask = (id: string) => orTrouble(server.change(credential, id, databaseChange));
    const isPending = () => wanted.some(({ result }) => result === undefined);
    for (let pauseMs = firstPauseMs; isPending(); pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      // One after the other, as FileMaker Server does it.
      for (const file of wanted) if (clock.now() < giveUpAt) await requestChange(file, clock.now(), ask);
      await clock.sleep(Math.max(0, Math.min(pauseMs, giveUpAt - clock.now())));
      await refresh(credential, wanted);
      if (clock.now() >= giveUpAt) break;
    }
    const results = wanted.map(resultNow);
    return { ok: results.every(({ outcome }) => outcome === "done" || outcome === "unchanged"), files: results };
  };

  return {
    async openFiles({ files: names, encryptionKey = "", saveEncryptionKey }, call) {
      const databaseChange = { status: "OPENED", key: encryptionKey, saveKey: saveEncryptionKey } as const;
      return change(await administrator(call), names, "open", databaseChange);
    },
    async closeFiles({ files: names, message, force }, call) {
      return change(await administrator(call), names, "close", { status: "CLOSED", messageText: message, force });
    },
    async pauseFiles({ files: names }, call) {
      return change(await administrator(call), names, "pause", { status: "PAUSED" });
    },
    async resumeFiles({ files: names }, call) {
      return change(await administrator(call), names, "resume", { status: "RESUMED" });
    },
  };
}

function byName(rows: readonly DatabaseRow[]): ReadonlyMap<string, DatabaseRow> {
  return new Map(rows.map((row) => [normalizedDatabaseName(row.filename), row]));
}
