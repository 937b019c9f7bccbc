import type { Hands } from "../agent/hands.ts";
import type { AdminCredential, Call } from "../contract/call.ts";
import { callerName } from "../contract/caller-name.ts";
import { foldedDatabaseName } from "../contract/database-name.ts";
import { ServiceError } from "../contract/errors.ts";
import type { ServiceOf } from "../contract/operation.ts";
import type { ServerCommands } from "../filemaker/server-commands.ts";
import type { AdministratorOf } from "../files/database-service.ts";
import type { Jobs } from "../jobs/accept.ts";
import type { Ids } from "../ports/ids.ts";
import type { Vault } from "../ports/vault.ts";
import type { server } from "./contract.ts";
import { partPlan } from "./part-change.ts";
import type { PartSight } from "./part-sight.ts";
import type { ProcessEnd } from "./process-end.ts";
import { isSwitched, partNames } from "./rules.ts";
import { ScriptOutcome, scriptPlan } from "./script-run.ts";
import { sealedWork } from "./sealed-work.ts";

export interface ServerServiceDependencies {
  readonly commands: ServerCommands;
  readonly sight: PartSight;
  readonly administrator: AdministratorOf;
  /** An account of the Admin Console for fmsadmin, where the caller came with a token. */
  readonly anyAdministrator: () => Promise<AdminCredential | undefined>;
  readonly hands: () => Pick<Hands, "request">;
  readonly jobs: Pick<Jobs, "accept">;
  readonly ended: ProcessEnd;
  readonly vault: Vault;
  readonly ids: Ids;
}

const usualTimeoutMinutes = 30;
const agentMs = 5_000;

/** The server resource: what FileMaker Server itself is asked to do, as processes whose end the caller waits for. */
export function serverService(dependencies: ServerServiceDependencies): ServiceOf<typeof server> {
  const { commands, sight, administrator, anyAdministrator, hands, jobs, ended } = dependencies;

  /** fmsadmin takes an account, and somebody has to run it. @throws ServiceError */
  const forFmsadmin = async (call: Call): Promise<AdminCredential> => {
    const own = await administrator(call);
    const credential = "token" in own ? await anyAdministrator() : own;
    if (credential === undefined) throw new ServiceError("account_needed");
    await hands().request("host.report", {}, { deadlineMs: agentMs });
    return credential;
  };

  return {
    async runScriptViaSchedule({ file, script }, call) {
      const credential = await administrator(call);
      const folded = foldedDatabaseName(file.name);
      const row = (await commands.databases(credential)).find(
        ({ filename }) => foldedDatabaseName(filename) === folded,
      );
      if (row === undefined) throw new ServiceError("database_not_found", { response: { files: [file.name] } });
      if (row.status !== "NORMAL")
        throw new ServiceError("database_state_forbids", { text: `${row.filename} is not open` });
      const secret = { user: file.user, pass: file.password, parameter: script.param ?? "" };
      const processId = await jobs.accept({
        plan: { ...scriptPlan, title: `Run ${script.name} in ${row.filename}` },
        input: {
          filename: row.filename,
          script: script.name,
          timeoutMinutes: script.timeout ?? usualTimeoutMinutes,
          ...(await sealedWork(dependencies, { credential, script: secret })),
        },
        startedBy: callerName(call.caller),
      });
      const record = await ended(processId);
      const outcome = ScriptOutcome.safeParse(JSON.parse(record?.checkpoint ?? "null")).data;
      const isRunning = record?.endedAt === null;
      return {
        scriptStarted: outcome !== undefined || (isRunning && record?.logLines !== 0),
        lastError: outcome?.lastError ?? -1,
        ok: outcome?.lastError === 0,
        isRunning: isRunning && outcome === undefined,
        processId,
      };
    },

    async changeServerProcess({ command, service }, call) {
      const credential = isSwitched(service) ? await administrator(call) : await forFmsadmin(call);
      const part = partNames[service];
      if (isSwitched(service) && (await sight(credential, service)) === "absent")
        throw new ServiceError("service_not_here", { text: part });
      const processId = await jobs.accept({
        plan: { ...partPlan, title: `${command} ${part}` },
        input: { command, service, ...(await sealedWork(dependencies, { credential })) },
        startedBy: callerName(call.caller),
      });
      const record = await ended(processId);
      const isRunning = record?.endedAt === null;
      const found = await sight(credential, service);
      const ok = record?.state === "done";
      return {
        ok,
        state: found === "absent" ? "unknown" : found,
        text: isRunning ? "It is under way." : (record?.reason ?? sentence(part, command)),
        isRunning,
        processId,
      };
    },
  };
}

function sentence(part: string, command: "start" | "stop" | "restart"): string {
  const name = part[0]?.toUpperCase() + part.slice(1);
  return `${name} ${command === "stop" ? "is stopped" : "runs"}.`;
}
