import type { AdminCredential } from "../contract/call.ts";
import { foldedDatabaseName } from "../contract/database-name.ts";
import { ServiceError } from "../contract/errors.ts";
import type { ServiceOf } from "../contract/operation.ts";
import type { DatabaseChange, DatabaseRow, ServerCommands } from "../filemaker/server-commands.ts";
import type { Clock } from "../ports/clock.ts";
import type { files, StateChange } from "./contract.ts";
import { type FileAction, readinessOf, stateOf } from "./database-rules.ts";
import type { AdministratorOf } from "./database-service.ts";
import { askFor, type FileOnTheWay, onTheWay, resultNow, seen } from "./file-on-the-way.ts";

interface StateServiceDependencies {
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  readonly clock: Clock;
  /** Specification, "Limits": what opening and closing may take. Milliseconds. */
  readonly waitMs: number;
}

const firstPauseMs = 100;
const longestPauseMs = 1_000;

/** Opens, closes, pauses and resumes files, and answers when they are there. */
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
  ): Promise<readonly FileOnTheWay[]> => {
    const rows = byName(await server.databases(credential));
    const missing = names.filter((name) => !rows.has(foldedDatabaseName(name)));
    if (missing.length > 0) throw new ServiceError("database_not_found", { response: { files: missing } });
    const wanted = names.flatMap((name) => rows.get(foldedDatabaseName(name)) ?? []);
    const seen = wanted.map((row) => ({ filename: row.filename, state: stateOf(row.status) }));
    const forbidden = seen.filter(({ state }) => readinessOf(action, state) === "forbidden");
    if (forbidden.length > 0) throw new ServiceError("database_state_forbids", { response: { files: forbidden } });
    return wanted.map((row) => onTheWay(row, action));
  };

  /** Once something was asked for, the caller is told what became of each file, whatever the server does. */
  const orTrouble = async <T>(call: Promise<T>): Promise<T | { readonly trouble: string }> => {
    try {
      return await call;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return { trouble: thrown.text };
    }
  };

  const look = async (credential: AdminCredential, wanted: readonly FileOnTheWay[]): Promise<void> => {
    const rows = await orTrouble(server.databases(credential).then(byName));
    for (const file of wanted) {
      file.trouble = "trouble" in rows ? rows.trouble : undefined;
      if (!("trouble" in rows)) seen(file, rows.get(file.folded), clock.now());
    }
  };

  const change = async (
    credential: AdminCredential,
    names: readonly string[],
    action: FileAction,
    wish: DatabaseChange,
  ): Promise<StateChange> => {
    const giveUpAt = clock.now() + waitMs;
    const wanted = await begin(credential, names, action);
    const ask = (id: string) => orTrouble(server.change(credential, id, wish));
    const isPending = () => wanted.some(({ result }) => result === undefined);
    for (let pauseMs = firstPauseMs; isPending(); pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      // One after the other: the server does, too.
      for (const file of wanted) if (clock.now() < giveUpAt) await askFor(file, clock.now(), ask);
      await clock.sleep(Math.max(0, Math.min(pauseMs, giveUpAt - clock.now())));
      await look(credential, wanted);
      if (clock.now() >= giveUpAt) break;
    }
    const results = wanted.map(resultNow);
    return { ok: results.every(({ outcome }) => outcome === "done" || outcome === "unchanged"), files: results };
  };

  return {
    async openFiles({ files: names, encryptionKey = "", saveEncryptionKey }, call) {
      const wish = { status: "OPENED", key: encryptionKey, saveKey: saveEncryptionKey } as const;
      return change(await administrator(call), names, "open", wish);
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
  return new Map(rows.map((row) => [foldedDatabaseName(row.filename), row]));
}
