import { allItems } from "#shared/ports/all-items.ts";
import type { Heartbeats } from "#shared/ports/links/link-sockets.ts";
import { ConditionFailed, type Item, type Key, type Table, type Write } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { heartbeat, rememberedMs } from "./protocol/frame.ts";
import type { Outcome } from "./protocol/message.ts";
import { ActiveAgent, AgentRecord, CodeRecord, LinkRecord, ReplyRecord, RequestRecord } from "./record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const agentPartitions = ["agent", "agents", "agent-*"];
/** Partitions that a request to the agent and its reply write. */
export const agentRequestPartitions = ["agent", "agent-requests", "agent-replies"];
/** Partitions that a request reads: the agent, its link and the reply. */
export const agentReplyPartitions = ["agent", "agents", "agent-replies"];

const agentKey = (id: string): Key => ({ pk: "agents", sk: id });
const activeKey: Key = { pk: "agent", sk: "active" };
const linkKey: Key = { pk: "agent", sk: "link" };
const sequenceKey: Key = { pk: "agent", sk: "sequence" };
const codeKey = (fingerprint: string): Key => ({ pk: `agent-code#${fingerprint}`, sk: "code" });
const requestKey = (id: string): Key => ({ pk: "agent-requests", sk: id });
const replyKey = (id: string): Key => ({ pk: "agent-replies", sk: id });
const frameKey = (link: string, sequence: number): Key => ({
  pk: `agent-frame#${link}`,
  sk: String(sequence).padStart(16, "0"),
});
/** Interval in milliseconds at which the agent's record gets the time of a heartbeat. On AWS, the link gets each. */
export const seenMs = 5 * 60_000;
const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/** Names that roles use for sealed values: signing keys of agents, fields of requests, and the credentials of codes. */
export const agentKeySecrets = "agent-key";
export const agentRequestSecrets = "agent-request";
export const agentCodeSecrets = "agent-code";

/** Returns the context that an agent's key is sealed to. */
export const serviceKeyContext = (id: string) => ({
  kind: agentKeySecrets,
  item: `agents|${id}`,
  field: "sealedServiceKey",
});
/** Items that are re-encrypted when the master key changes. */
export const sealedAgents: SealedItems = {
  partition: "agents",
  contexts: ({ sk }) => ({ sealedServiceKey: serviceKeyContext(sk) }),
};

/** Returns the context that the fields of a request are sealed to. */
export const fieldsContext = (id: string) => ({
  kind: agentRequestSecrets,
  item: `agent-requests|${id}`,
  field: "sealedFields",
});

/** Returns the context that the credential of a code is sealed to. */
export const credentialContext = (fingerprint: string) => ({
  kind: agentCodeSecrets,
  item: `agent-code#${fingerprint}|code`,
  field: "sealedCredential",
});

/** Frame that was received. Each counts once. */
export interface ReceivedFrame {
  readonly link: string;
  readonly sequence: number;
  readonly at: number;
}

/**
 * Stores agents, their link and their requests on the Table port. With `heartbeats`, the store gets a heartbeat every five minutes, and has the
 * newest one of this process when it is read.
 */
export function agentStore(table: Table, heartbeats: Heartbeats | null = null) {
  const activeItem = (): Promise<Item | undefined> => table.get(activeKey);
  const failedCondition = async (write: () => Promise<unknown>): Promise<number | undefined> => {
    try {
      await write();
      return undefined;
    } catch (thrown) {
      if (thrown instanceof ConditionFailed) return thrown.write;
      throw thrown;
    }
  };
  const counted = ({ link, sequence, at }: ReceivedFrame): Write => ({
    put: { ...frameKey(link, sequence), fields: { schema: 1 }, expiresAt: seconds(at + rememberedMs) },
    condition: "absent",
  });

  return {
    async agent(id: string): Promise<AgentRecord | undefined> {
      const item = await table.get(agentKey(id));
      return item && AgentRecord.parse(item.fields);
    },

    async activeId(): Promise<string | undefined> {
      const item = await activeItem();
      return item && ActiveAgent.parse(item.fields).id;
    },

    /** @throws CursorRefused */
    async list({ cursor, limit }: { readonly cursor: string | undefined; readonly limit: number }) {
      const page = await table.query({ pk: "agents", limit, ...(cursor !== undefined && { cursor }) });
      return { records: page.items.map(({ fields }) => AgentRecord.parse(fields)), cursor: page.cursor ?? null };
    },

    async keepCode(fingerprint: string, code: Omit<CodeRecord, "schema">): Promise<void> {
      const { expiresAt } = code;
      const fields: CodeRecord = { schema: 1, ...code };
      await table.put({ ...codeKey(fingerprint), fields, expiresAt: seconds(expiresAt) }, "absent");
    },

    async code(fingerprint: string): Promise<CodeRecord | undefined> {
      const item = await table.get(codeKey(fingerprint));
      return item && CodeRecord.parse(item.fields);
    },

    /**
     * Uses up the code and makes this the active agent. The previous agent is revoked; its entry is deleted if both are the service's
     * own. Returns false if someone else used the code or enrolled an agent in the meantime.
     */
    async enroll(fingerprint: string, record: AgentRecord, replacing: string | undefined): Promise<boolean> {
      const active = await activeItem();
      if (active?.fields.id !== replacing) return false;
      const before = replacing === undefined ? undefined : await table.get(agentKey(replacing));
      const replaced: Write[] =
        replacing === undefined
          ? []
          : record.isOwn && before?.fields.isOwn === true
            ? [{ delete: agentKey(replacing), condition: "present" }]
            : [
                {
                  update: agentKey(replacing),
                  change: { set: { revokedAt: record.enrolledAt } },
                  condition: "present",
                },
              ];
      const refusing = await failedCondition(() =>
        table.transact([
          { delete: codeKey(fingerprint), condition: "present" },
          { put: { ...agentKey(record.id), fields: record }, condition: "absent" },
          {
            put: { ...activeKey, fields: { schema: 1, id: record.id } },
            condition: active === undefined ? "absent" : { version: active.version },
          },
          ...replaced,
        ]),
      );
      return refusing === undefined;
    },

    async keepServerKey(id: string, serverKey: NonNullable<AgentRecord["serverKey"]>): Promise<void> {
      await table.update(agentKey(id), { set: { serverKey } }, "present");
    },

    async revoke(id: string, at: number): Promise<void> {
      await table.update(agentKey(id), { set: { revokedAt: at } }, "present");
      const active = await activeItem();
      if (active?.fields.id !== id) return;
      // If another agent was enrolled meanwhile, it stays.
      await failedCondition(() => table.delete(activeKey, { version: active.version }));
    },

    async link(): Promise<LinkRecord | undefined> {
      const item = await table.get(linkKey);
      const link = item && LinkRecord.parse(item.fields);
      const receivedAt = link?.connection == null ? undefined : heartbeats?.lastAt(link.connection);
      return link && receivedAt !== undefined ? { ...link, heardAt: receivedAt, silentMs: heartbeat.silentMs } : link;
    },

    /** Makes a link the active one. Returns false if its opening frame was received before. */
    async openLink(frame: ReceivedFrame, opened: Omit<LinkRecord, "fence" | "silentMs">): Promise<boolean> {
      const link = { ...opened, silentMs: heartbeat.silentMs + (heartbeats === null ? 0 : seenMs) };
      const refusing = await failedCondition(() =>
        table.transact([counted(frame), { update: linkKey, change: { set: link, add: { fence: 1 } } }]),
      );
      return refusing === undefined;
    },

    /** Records a frame. Returns false if it was received before. */
    async countFrame(frame: ReceivedFrame): Promise<boolean> {
      return (await failedCondition(() => table.transact([counted(frame)]))) === undefined;
    },

    /** Reserves sequence numbers for frames of the service and returns the last one. Numbers never decrease, so no link sees one twice. */
    async reserveSequence(count: number): Promise<number> {
      const { fields } = await table.update(sequenceKey, { set: { schema: 1 }, add: { last: count } });
      return Number(fields.last);
    },

    /** Records that a connection ended and returns the id of its agent. A link that was opened since stays. */
    async closeLink(connection: string): Promise<string | undefined> {
      const item = await table.get(linkKey);
      if (item?.fields.connection !== connection) return undefined;
      const refusing = await failedCondition(() =>
        table.update(linkKey, { set: { connection: null } }, { version: item.version }),
      );
      return refusing === undefined ? LinkRecord.parse(item.fields).agent : undefined;
    },

    /** Records a sign of life from the agent, and changes its record if there is an `update`. Returns false if the frame was received before. */
    async noteHere(
      frame: ReceivedFrame,
      { agent, connection }: Pick<LinkRecord, "agent" | "connection">,
      { at, update }: { readonly at: number; readonly update: Partial<AgentRecord> | undefined },
    ) {
      if (heartbeats !== null && connection !== null) {
        // Only this process has the connection, so its memory is enough to detect a repeated frame.
        if (!heartbeats.note(connection, frame)) return false;
        if (update === undefined) return true;
      }
      const refusing = await failedCondition(() =>
        table.transact([
          ...(heartbeats === null ? [counted(frame)] : []),
          { update: linkKey, change: { set: { heardAt: at } }, condition: "present" },
          // The record has the whole report, so it isn't written with every heartbeat.
          ...(update === undefined
            ? []
            : [{ update: agentKey(agent), change: { set: update }, condition: "present" } as const]),
        ]),
      );
      return refusing === undefined;
    },

    async noteCleanup(agent: string, lastCleanup: string): Promise<void> {
      await table.update(agentKey(agent), { set: { lastCleanup } }, "present");
    },

    async ask(request: RequestRecord): Promise<void> {
      const expiresAt = seconds(request.expiresAt) + 1;
      await table.put({ ...requestKey(request.id), fields: request, expiresAt }, "absent");
    },

    /** Returns unanswered requests to the agent, oldest first. */
    async asked(agent: string): Promise<readonly RequestRecord[]> {
      const requests = allItems(table, { pk: "agent-requests" });
      const records = await Array.fromAsync(requests, ({ fields }) => RequestRecord.parse(fields));
      return records.filter((request) => request.agent === agent);
    },

    async withdraw(id: string): Promise<void> {
      await table.delete(requestKey(id));
    },

    /**
     * Records a reply once, and stores `kept` for another process that may wait for it. Returns "replayed" if the frame was received
     * before, and "unasked" if no request waits for it.
     */
    async answer(
      frame: ReceivedFrame,
      id: string,
      kept: Outcome | undefined,
    ): Promise<"counted" | "replayed" | "unasked"> {
      const writes: Write[] = [counted(frame), { delete: requestKey(id), condition: "present" }];
      if (kept !== undefined) {
        const fields = ReplyRecord.parse({ schema: 1, outcome: kept }) as { schema: 1; outcome: never };
        writes.push({ put: { ...replyKey(id), fields, expiresAt: seconds(frame.at + rememberedMs) } });
      }
      const refusing = await failedCondition(() => table.transact(writes));
      return refusing === undefined ? "counted" : refusing === 0 ? "replayed" : "unasked";
    },

    /** Removes and returns a reply, if there is one. */
    async takeReply(id: string): Promise<Outcome | undefined> {
      const item = await table.get(replyKey(id));
      if (item === undefined) return undefined;
      await table.delete(replyKey(id));
      return ReplyRecord.parse(item.fields).outcome;
    },
  };
}

export type AgentStore = ReturnType<typeof agentStore>;
