import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { InboundTransfers } from "#shared/ports/links/inbound-transfers.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { negotiatedFields } from "./capabilities.ts";
import type { Replies } from "./link/replies.ts";
import type { SendToAgent } from "./link/send-to-agent.ts";
import { type CommandName, commands, type FieldsFor, type ReplyOf } from "./protocol/command.ts";
import { frameRangeBytes, type HostRoot } from "./protocol/host-path.ts";
import { errorOf, isLinked } from "./rules.ts";
import { type AgentStore, fieldsContext } from "./store.ts";

/** State of the link to the service's agent. `none`: no agent is enrolled. */
export type AgentState = "linked" | "away" | "none";

/** Requests to the agent on the database host. */
export interface AgentClient {
  /** Returns the state of the agent and its link, without contacting the host. */
  state(): Promise<AgentState>;
  /** Returns the id of the service's agent, linked or not. */
  agentId(): Promise<string | undefined>;
  /**
   * Sends a command to the agent and waits for its reply.
   * @throws ServiceError agent_unavailable or agent_too_old at once if no agent can run it, agent_timeout after the deadline, or the
   * host's error
   */
  request<Name extends CommandName>(name: Name, fields: FieldsFor<Name>, limits: Limits): Promise<ReplyOf<Name>>;
  /** Reads a part of a file: inline, or in a transfer where bytes stream. @throws ServiceError as `request` does */
  readRange(range: HostRange, limits: Limits): Promise<ReadRange>;
}

/** Part of a file. Without a length: up to its end. */
export interface HostRange {
  readonly root: HostRoot;
  readonly path: string;
  readonly start: number;
  readonly length?: number;
}

/** Bytes that were read. `fileBytes` is the size of the whole file. */
export interface ReadRange {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly sizeBytes: number;
  readonly fileBytes: number;
}

interface Limits {
  readonly deadlineMs: number;
}

interface AgentClientDependencies {
  readonly store: AgentStore;
  readonly send: SendToAgent;
  readonly replies: Replies;
  /** Returns the transfers for payloads that are too large for the link. Lambda opens them when the first resource needs them. */
  readonly inboundTransfers: () => InboundTransfers | undefined;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function agentClient({
  store,
  send,
  replies,
  inboundTransfers,
  vault,
  clock,
  ids,
}: AgentClientDependencies): AgentClient {
  /** Returns the agent and its link. @throws ServiceError agent_unavailable if it isn't linked */
  const linked = async () => {
    const [id, link] = await Promise.all([store.activeId(), store.link()]);
    const agent = id === undefined ? undefined : await store.agent(id);
    if (agent === undefined || !isLinked(link, id, clock.now())) throw new ServiceError("agent_unavailable");
    return { agent, link };
  };

  const request: AgentClient["request"] = async (name, fields, { deadlineMs }) => {
    const { request: schema, reply } = commands[name];
    const whole = schema.parse(fields) as Readonly<Record<string, unknown>>;
    const { agent, link } = await linked();
    const checked = negotiatedFields(agent.report, name, whole);
    const id = ids.uuid();
    const expiresAt = clock.now() + deadlineMs;
    const sealedFields = await vault.seal(JSON.stringify(checked), fieldsContext(id));
    await store.ask({ schema: 1, id, agent: agent.id, command: name, sealedFields, expiresAt });
    const isSent = await send(agent, link, { type: "request", request: id, command: name, fields: checked, expiresAt });
    const outcome = isSent ? await replies.wait(id, expiresAt) : undefined;
    if (outcome === undefined) {
      await store.withdraw(id);
      throw new ServiceError(isSent ? "agent_timeout" : "agent_unavailable", { text: name });
    }
    if (!outcome.ok) throw new ServiceError(errorOf(outcome.fault), { text: outcome.text, detail: outcome.fault });
    return reply.parse(outcome.reply) as ReplyOf<typeof name>;
  };

  /** Reads a range that is too large for the link through a transfer. */
  const readByTransfer = async (range: Required<HostRange>, { deadlineMs }: Limits) => {
    const transfers = inboundTransfers();
    if (transfers === undefined || transfers.areStored)
      throw new Error("This function's entry point provides no inbound transfers that stream");
    const transfer = await transfers.open(range.length, Math.ceil(deadlineMs / 1000));
    const { id, address } = transfer;
    const sent = request("file.sendRange", { ...range, id, address }, { deadlineMs });
    try {
      return await transfer.received(sent);
    } catch (thrown) {
      transfer.close();
      throw thrown;
    }
  };

  return {
    async state() {
      const [id, link] = await Promise.all([store.activeId(), store.link()]);
      if (id === undefined) return "none";
      return isLinked(link, id, clock.now()) ? "linked" : "away";
    },

    agentId: () => store.activeId(),
    request,

    async readRange({ root, path, start, length: wanted = Number.MAX_SAFE_INTEGER }, limits) {
      if (wanted > 0 && wanted <= frameRangeBytes) {
        const read = await request("file.readRange", { root, path, start, length: wanted }, limits);
        const bytes = Buffer.from(read.bytes, "base64");
        return { bytes: only(bytes), sizeBytes: bytes.length, fileBytes: read.sizeBytes };
      }
      const { kind, sizeBytes: fileBytes } = await request("file.stat", { root, path }, limits);
      if (kind !== "file") throw new ServiceError("host_file_refused", { text: "not a file" });
      const length = Math.max(0, Math.min(wanted, fileBytes - start));
      if (length === 0) return { bytes: only(), sizeBytes: 0, fileBytes };
      return { ...(await readByTransfer({ root, path, start, length }, limits)), sizeBytes: length, fileBytes };
    },
  };
}

async function* only(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}
