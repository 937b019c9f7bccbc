import type { AgentClient } from "#shared/agent/api.ts";
import type { AdminCredential, AdministratorOf, Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { Jobs } from "#shared/jobs/api.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProcessEnd } from "#shared/processes/api.ts";
import { ServerService, type server } from "./contract.ts";
import { isSwitched, serviceNames } from "./rules.ts";
import { ScriptOutcome, scriptPlan } from "./script-run.ts";
import { sealSecrets } from "./sealed-secrets.ts";
import { serviceChangePlan } from "./service-change.ts";
import type { ServiceStatus } from "./service-status.ts";

export interface ServerServiceDependencies {
  readonly commands: ServerCommands;
  readonly serviceStatus: ServiceStatus;
  readonly administrator: AdministratorOf;
  /** Returns an Admin Console account for fmsadmin, for callers with a token. */
  readonly anyAdministrator: () => Promise<AdminCredential | undefined>;
  readonly agentClient: () => Pick<AgentClient, "request">;
  readonly jobs: Pick<Jobs, "accept">;
  readonly processEnd: ProcessEnd;
  readonly vault: Vault;
  readonly ids: Ids;
}

const commandNames = { start: "Start", stop: "Stop", restart: "Restart" } as const;
const usualTimeoutMinutes = 30;
const agentMs = 5_000;

/** Creates the service for commands to FileMaker Server itself, which run as processes that the caller waits for. */
export function serverService(dependencies: ServerServiceDependencies): ServiceOf<typeof server> {
  const { commands, serviceStatus, administrator, anyAdministrator, agentClient, jobs, processEnd } = dependencies;

  /**
   * Returns the account for fmsadmin, which requires one.
   * @throws ServiceError
   */
  const forFmsadmin = async (call: Call): Promise<AdminCredential> => {
    const own = await administrator(call);
    const credential = "token" in own ? await anyAdministrator() : own;
    if (credential === undefined) throw new ServiceError("account_needed");
    await agentClient().request("host.report", {}, { deadlineMs: agentMs });
    return credential;
  };

  return {
    async runScriptViaSchedule({ file, script }, call) {
      const credential = await administrator(call);
      const normalized = normalizedDatabaseName(file.name);
      const row = (await commands.databases(credential)).find(
        ({ filename }) => normalizedDatabaseName(filename) === normalized,
      );
      if (row === undefined) throw new ServiceError("database_not_found", { response: { files: [file.name] } });
      if (row.status !== "NORMAL")
        throw new ServiceError("database_state_forbids", { text: `${row.filename} is not open` });
      const secret = { user: file.user, pass: file.password, parameter: script.param ?? "" };
      const processId = await jobs.accept({
        plan: { ...scriptPlan, title: `Run ${script.name} in ${row.filename}`, objects: [`file:${row.filename}`] },
        input: {
          filename: row.filename,
          script: script.name,
          timeoutMinutes: script.timeout ?? usualTimeoutMinutes,
          ...(await sealSecrets(dependencies, { credential, script: secret })),
        },
        startedBy: callerName(call.caller),
      });
      const record = await processEnd(processId);
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

    async listServerProcesses(_input, call) {
      const credential = await administrator(call);
      const services = ServerService.options.map(async (service) => ({
        service,
        state: await serviceStatus(credential, service),
      }));
      return { services: await Promise.all(services) };
    },

    async changeServerProcess({ command, service }, call) {
      const credential = isSwitched(service) ? await administrator(call) : await forFmsadmin(call);
      const serviceName = serviceNames[service];
      if (isSwitched(service) && (await serviceStatus(credential, service)) === "absent")
        throw new ServiceError("service_not_here", { text: serviceName });
      const processId = await jobs.accept({
        plan: {
          ...serviceChangePlan,
          title: `${commandNames[command]} ${serviceName}`,
          objects: [`server-process:${service}`, `command:${command}`],
        },
        input: { command, service, ...(await sealSecrets(dependencies, { credential })) },
        startedBy: callerName(call.caller),
      });
      const record = await processEnd(processId);
      const isRunning = record?.endedAt === null;
      const found = await serviceStatus(credential, service);
      const ok = record?.state === "done";
      return {
        ok,
        state: found === "absent" ? "unknown" : found,
        text: isRunning ? "Running." : (record?.reason ?? sentence(serviceName, command)),
        isRunning,
        processId,
      };
    },
  };
}

function sentence(serviceName: string, command: "start" | "stop" | "restart"): string {
  const name = serviceName[0]?.toUpperCase() + serviceName.slice(1);
  return `${name} ${command === "stop" ? "is stopped" : "is running"}.`;
}
