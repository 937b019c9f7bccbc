import { randomUUID } from "node:crypto";
import { agentClient } from "../../../functions/wiring/work.ts";
import { type Agent, startAgent } from "../../../local-agent/agent.ts";
import { hostAt } from "../../../local-agent/host.ts";
import { enroll } from "../../../local-agent/link/enroll.ts";
import { readIdentity } from "../../../local-agent/link/identity.ts";
import type { NoteWatch } from "../../../local-agent/tasks/task-journal.ts";
import { filesBelow, refuseLeaked } from "../../support/secrets/leaked-secrets.ts";
import type { TestService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import type { AHost } from "./a-host.ts";

/** Agent in this process, on its service's clock. */
export interface AnAgent {
  readonly id: string;
  /** All lines of its log. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** Resolves when its link is established. */
  linked(): Promise<void>;
  stop(): Promise<void>;
}

export interface AgentOptions {
  readonly fmsadminMs?: number;
  readonly backupMs?: number;
  /** Enrollment code. Default: a new one. */
  readonly code?: string;
  /** True to continue with the identity in the host's folder. */
  readonly again?: boolean;
  /** Watches the notes of its long tasks before and after they are written. */
  readonly noteWatch?: NoteWatch;
  /** Address of FileMaker Server's Admin API. Default: the sandbox's public one. */
  readonly adminAddress?: string;
  /** Address of its link. Default: the address that the service named. */
  readonly linkAddress?: string;
  /** Callouts to other servers, if they may reach this machine. */
  readonly calloutsTo?: Parameters<typeof startAgent>[0]["calloutsTo"];
}

/** Creates an enrollment code of the service. */
export async function anEnrollmentCode(service: TestService, replace = false): Promise<string> {
  const { body } = await service.admin("POST", "/svc/api/agents", { replace });
  return String(body.response?.code);
}

/** Enrolls an agent for a host, starts it and waits until it is linked. */
export async function anAgent(
  service: TestService,
  host: Pick<AHost, "path" | "folder">,
  options: AgentOptions = {},
): Promise<AnAgent> {
  const { fmsadminMs = 20_000, backupMs = 600_000, again = false, linkAddress, noteWatch, calloutsTo, code } = options;
  const { adminAddress = service.sandbox.origin } = options;
  const known = again ? readIdentity(host.folder) : undefined;
  const enrolled =
    known ??
    (await enroll({
      address: `${service.baseUrl}/svc`,
      code: code ?? (await anEnrollmentCode(service, true)),
      name: `host-${randomUUID().slice(0, 8)}`,
      folder: host.folder,
    }));
  const identity = linkAddress === undefined ? enrolled : { ...enrolled, linkAddress };
  const lines: Readonly<Record<string, unknown>>[] = [];
  const agent: Agent = startAgent({
    identity,
    host: hostAt(host.path),
    folder: host.folder,
    clock: service.clock,
    log: (line) => lines.push(line),
    fmsadminMs,
    backupMs,
    adminAddress,
    ...(noteWatch !== undefined && { noteWatch }),
    ...(calloutsTo !== undefined && { calloutsTo }),
  });
  const linked = () => until(() => lines.filter(({ event }) => event === "linked").length > 0);
  await linked();
  return {
    id: identity.id,
    lines,
    linked,
    async stop() {
      await agent.stop();
      // Checks everything that the agent has written, in every test file.
      refuseLeaked(service.sandbox.world, {
        ...filesBelow(host.folder),
        "its log": Buffer.from(JSON.stringify(lines)),
      });
    },
  };
}

/** Returns the client that a service uses to call the database host. */
export const agentClientOf = ({ runtime }: Pick<TestService, "runtime">) => agentClient(runtime.platform);
