import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { LinkSockets } from "#shared/ports/links/link-sockets.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { missingCapabilities } from "../capabilities.ts";
import { agentScheme, linkClosures } from "../protocol/frame.ts";
import type { CleanupReport } from "../protocol/message.ts";
import type { AgentRecord, LinkRecord } from "../record.ts";
import type { ServerKeys } from "../server-keys.ts";
import { type AgentStore, fieldsContext, seenMs } from "../store.ts";
import type { TaskEvents } from "../tasks/task-events.ts";
import { frameProof, type Proven, signatureRefused } from "./proof.ts";
import type { Replies } from "./replies.ts";
import type { SendToAgent } from "./send-to-agent.ts";

interface LinkDependencies {
  readonly store: AgentStore;
  readonly sockets: LinkSockets;
  readonly send: SendToAgent;
  readonly replies: Replies;
  readonly taskEvents: TaskEvents;
  readonly serverKeys: Pick<ServerKeys, "reported">;
  /** Days until files that FileMaker Server removed are deleted. Null: never. */
  readonly removedKeptDays: () => Promise<number | null>;
  /** Records deletions that the agent made on its own. */
  readonly cleanedUp: (objects: readonly string[]) => Promise<void>;
  /** Called when an agent has reported what it can do, which it does first on each link. */
  readonly arrived: () => Promise<void>;
  /** Called with the agent whenever a link opens or closes. */
  readonly changed: (agent: string) => void;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
}

/** Service side of the link: handles the events of its WebSocket. */
export interface Links {
  /** Opens a link for an agent that connects. @throws ServiceError if it can't prove its identity */
  open(authorization: string | undefined, connection: string): Promise<void>;
  /** Handles a message. An invalid one is logged and ends the connection. */
  onMessage(connection: string, text: string): Promise<void>;
  /** Handles the end of the connection. */
  onClosed(connection: string): Promise<void>;
  /** Checks the proof of an agent that sends bytes. Each proof counts once. @throws ServiceError */
  bytes(authorization: string | undefined, id: string): Promise<void>;
}

export function links({
  store,
  sockets,
  send,
  replies,
  taskEvents,
  serverKeys,
  removedKeptDays,
  cleanedUp,
  arrived,
  changed,
  vault,
  clock,
  log,
}: LinkDependencies): Links {
  const proven = frameProof({ store, clock });

  const provenHeader = (authorization: string | undefined): Promise<Proven> => {
    const [scheme, value = ""] = (authorization ?? "").split(" ");
    if (scheme !== agentScheme) throw signatureRefused("no signature");
    return proven(Buffer.from(value, "base64url").toString("utf8"));
  };

  const ended = async (connection: string): Promise<void> => {
    const agent = await store.closeLink(connection);
    if (agent !== undefined) changed(agent);
  };

  const ask = async (agent: AgentRecord, link: LinkRecord): Promise<void> => {
    for (const { id, command, sealedFields, expiresAt } of await store.asked(agent.id)) {
      const fields = JSON.parse(await vault.open(sealedFields, fieldsContext(id)));
      await send(agent, link, { type: "request", request: id, command, fields, expiresAt });
    }
  };

  /** Processes each report once. An agent repeats a report until it is confirmed, and its link can end before that. */
  const noteCleanup = async ({ id: agent, lastCleanup }: AgentRecord, report: CleanupReport): Promise<void> => {
    if (report.id === lastCleanup) return;
    await cleanedUp(report.deleted);
    await store.noteCleanup(agent, report.id);
  };

  const receive = async ({ frame, message, agent }: Proven, link: LinkRecord): Promise<void> => {
    if (message.type === "here") {
      const at = clock.now();
      const isDue = message.report !== undefined || agent.lastSeenAt === null || at - agent.lastSeenAt >= seenMs;
      const update = { lastSeenAt: at, ...(message.report !== undefined && { report: message.report }) };
      if (!(await store.noteHere(frame, link, { at, update: isDue ? update : undefined })))
        throw signatureRefused("replayed");
      if (message.report !== undefined) {
        serverKeys.reported(agent, message.report.serverKey);
        changed(agent.id);
      }
      const taskStates = message.works === undefined ? {} : { works: await taskEvents.renewAll(message.works) };
      if (message.cleanup !== undefined) await noteCleanup(agent, message.cleanup);
      const missing = message.report && missingCapabilities(message.report);
      await send(agent, link, {
        type: "heard",
        ...taskStates,
        ...(missing !== undefined && { lacks: [...missing] }),
        removedKeptDays: await removedKeptDays(),
        ...(message.cleanup !== undefined && { cleanup: message.cleanup.id }),
      });
      await ask(agent, link);
      if (message.report !== undefined) await arrived();
    } else if (message.type === "reply") {
      const { request, outcome } = message;
      const isAwaitedHere = replies.isAwaited(request);
      const counted = await store.answer(frame, request, isAwaitedHere ? undefined : outcome);
      if (counted === "replayed") throw signatureRefused("replayed");
      if (counted === "counted") replies.received(request, outcome);
      // A reply that no one waits for is accepted too, so that the agent can forget it.
      await send(agent, link, { type: "accepted", request });
    } else if (message.type === "event") {
      if (!(await store.countFrame(frame))) throw signatureRefused("replayed");
      const taken = await taskEvents.take(message);
      await send(agent, link, { type: "taken", ...taken, number: message.number });
    } else throw signatureRefused("unexpected message");
  };

  return {
    async open(authorization, connection) {
      const { frame, message, agent } = await provenHeader(authorization);
      if (message.type !== "open") throw signatureRefused("unexpected message");
      const before = await store.link();
      const opened = { schema: 1, agent: agent.id, link: frame.link, connection, heardAt: clock.now() } as const;
      if (!(await store.openLink(frame, opened))) throw signatureRefused("replayed");
      changed(agent.id);
      if (before !== undefined && before.connection !== null)
        await sockets.close(before.connection, linkClosures.superseded);
    },

    async onMessage(connection, text) {
      const link = await store.link();
      if (link === undefined || link.connection !== connection) {
        await sockets.close(connection, linkClosures.superseded);
        return;
      }
      try {
        const received = await proven(text);
        if (received.agent.id !== link.agent || received.frame.link !== link.link)
          throw signatureRefused("frame of another connection");
        await receive(received, link);
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || thrown.status !== 401) throw thrown;
        log.error({ event: "agent_frame_refused", error: thrown.error, reason: thrown.detail, agent: link.agent });
        await ended(connection);
        await sockets.close(connection, linkClosures.refused);
      }
    },

    onClosed: ended,

    async bytes(authorization, id) {
      const { frame, message } = await provenHeader(authorization);
      if (message.type !== "bytes" || message.id !== id) throw signatureRefused("unexpected message");
      if (!(await store.countFrame(frame))) throw signatureRefused("replayed");
    },
  };
}
