import { randomUUID } from "node:crypto";
import { agentClient } from "../../../functions/agent/wiring.ts";
import { type Agent, startAgent } from "../../../local-agent/agent.ts";
import { hostAt } from "../../../local-agent/host.ts";
import { enrol } from "../../../local-agent/link/enrol.ts";
import { readIdentity } from "../../../local-agent/link/identity.ts";
import type { NoteWatch } from "../../../local-agent/tasks/task-journal.ts";
import { filesBelow, refuseLeaked } from "../../support/secrets/leaked-secrets.ts";
import type { TestService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import type { AHost } from "./a-host.ts";

/** An agent in this process, on the clock of its service. */
export interface AnAgent {
  readonly id: string;
  /** Every line of its log. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** Resolves when its link is established. */
  linked(): Promise<void>;
  stop(): Promise<void>;
}

/** How an agent is to be started. */
export interface AgentOptions {
  readonly fmsadminMs?: number;
  readonly backupMs?: number;
  /** The code that it enrols with. Default: a fresh one. */
  readonly code?: string;
  /** Goes on with the identity that is in the host's folder. */
  readonly again?: boolean;
  /** Sees the notes of its long work before and after they are written. */
  readonly noteWatch?: NoteWatch;
  /** Where its link goes, in place of the address that the service named. */
  readonly linkAddress?: string;
  /** Calls to other servers, where they may reach this machine. */
  readonly calloutsTo?: Parameters<typeof startAgent>[0]["calloutsTo"];
}

/** A new enrolment code of the service. */
export async function anEnrolmentCode(service: TestService, replace = false): Promise<string> {
  const { body } = await service.admin("POST", "/svc/api/agents", { replace });
  return String(body.response?.code);
}

/** Enrols an agent for a host, starts it and waits until it is linked. */
export async function anAgent(
  service: TestService,
  host: Pick<AHost, "path" | "folder">,
  options: AgentOptions = {},
): Promise<AnAgent> {
  const { fmsadminMs = 20_000, backupMs = 600_000, again = false, linkAddress, noteWatch, calloutsTo, code } = options;
  const known = again ? readIdentity(host.folder) : undefined;
  const enrolled =
    known ??
    (await enrol({
      address: `${service.baseUrl}/svc`,
      code: code ?? (await anEnrolmentCode(service, true)),
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
    adminAddress: service.sandbox.origin,
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
      // What it has written down, in every test file, whatever it is about (R7.4).
      refuseLeaked(service.sandbox.world, {
        ...filesBelow(host.folder),
        "its log": Buffer.from(JSON.stringify(lines)),
      });
    },
  };
}

/** What a service asks of the database host. */
export const agentClientOf = ({ runtime }: Pick<TestService, "runtime">) => agentClient(runtime.platform);
