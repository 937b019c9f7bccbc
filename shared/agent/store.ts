import { ConditionFailed, type Item, type Key, type Table, type Write } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/rewrap/sealed-items.ts";
import { rememberedMs } from "./protocol/frame.ts";
import type { Outcome } from "./protocol/message.ts";
import { ActiveAgent, AgentRecord, CodeRecord, LinkRecord, ReplyRecord, RequestRecord } from "./record.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const agentPartitions = ["agent", "agents", "agent-*"];
/** Those of them that a request to the agent writes, and its reply. */
export const agentRequestPartitions = ["agent", "agent-requests", "agent-replies"];
/** What a request reads: which agent there is and on which link, and what it replied. */
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
const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/** What roles call the keys that frames to agents are signed with, the fields of requests to them, and the credentials behind codes. */
export const agentKeySecrets = "agent-key";
export const agentRequestSecrets = "agent-request";
export const agentCodeSecrets = "agent-code";

/** What the sealed key of an agent is bound to. */
export const serviceKeyContext = (id: string) => ({
  kind: agentKeySecrets,
  item: `agents|${id}`,
  field: "sealedServiceKey",
});
/** Sealed again when the master key changes. */
export const sealedAgents: SealedItems = {
  partition: "agents",
  contexts: ({ sk }) => ({ sealedServiceKey: serviceKeyContext(sk) }),
};

/** What the sealed fields of a request are bound to. */
export const fieldsContext = (id: string) => ({
  kind: agentRequestSecrets,
  item: `agent-requests|${id}`,
  field: "sealedFields",
});

/** What the sealed credential of a code is bound to. */
export const credentialContext = (fingerprint: string) => ({
  kind: agentCodeSecrets,
  item: `agent-code#${fingerprint}|code`,
  field: "sealedCredential",
});

/** A frame that came, which counts once. */
export interface ReceivedFrame {
  readonly link: string;
  readonly sequence: number;
  readonly at: number;
}

/** Agents, their link and what they are asked, on the Table port. */
export function agentStore(table: Table) {
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
     * Uses the code up, and makes the agent the one that works. The agent before it is revoked; its entry goes if both are the service's own.
     * False when code or place were taken by another meanwhile.
     */
    async enrol(fingerprint: string, record: AgentRecord, replacing: string | undefined): Promise<boolean> {
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
      // Another agent may have taken its place in between: then that one stays.
      await failedCondition(() => table.delete(activeKey, { version: active.version }));
    },

    async link(): Promise<LinkRecord | undefined> {
      const item = await table.get(linkKey);
      return item && LinkRecord.parse(item.fields);
    },

    /** Makes a link the one that counts. False when the frame that opens it has come before. */
    async openLink(frame: ReceivedFrame, link: Omit<LinkRecord, "fence">): Promise<boolean> {
      const refusing = await failedCondition(() =>
        table.transact([counted(frame), { update: linkKey, change: { set: link, add: { fence: 1 } } }]),
      );
      return refusing === undefined;
    },

    /** Notes a frame. False when it has come before. */
    async countFrame(frame: ReceivedFrame): Promise<boolean> {
      return (await failedCondition(() => table.transact([counted(frame)]))) === undefined;
    },

    /** Takes numbers for frames of the service, and answers the last. The number never goes back, so no link sees one twice. */
    async reserveSequence(count: number): Promise<number> {
      const { fields } = await table.update(sequenceKey, { set: { schema: 1 }, add: { last: count } });
      return Number(fields.last);
    },

    /** The connection has ended, and answers whose it was; a link that was opened since stays. */
    async closeLink(connection: string): Promise<string | undefined> {
      const item = await table.get(linkKey);
      if (item?.fields.connection !== connection) return undefined;
      const refusing = await failedCondition(() =>
        table.update(linkKey, { set: { connection: null } }, { version: item.version }),
      );
      return refusing === undefined ? LinkRecord.parse(item.fields).agent : undefined;
    },

    /** Notes that the agent is there. False when the frame has come before. */
    async noteHere(
      frame: ReceivedFrame,
      agent: string,
      update: Pick<AgentRecord, "lastSeenAt"> & Partial<AgentRecord>,
    ) {
      const refusing = await failedCondition(() =>
        table.transact([
          counted(frame),
          { update: linkKey, change: { set: { heardAt: update.lastSeenAt } }, condition: "present" },
          { update: agentKey(agent), change: { set: update }, condition: "present" },
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

    /** What an agent was asked and has not answered, oldest first. */
    async asked(agent: string): Promise<readonly RequestRecord[]> {
      const { items } = await table.query({ pk: "agent-requests" });
      return items.map(({ fields }) => RequestRecord.parse(fields)).filter((request) => request.agent === agent);
    },

    async withdraw(id: string): Promise<void> {
      await table.delete(requestKey(id));
    },

    /** Counts an answer to what was asked, once, and keeps it for another process that waits. Says what stood against it, if anything. */
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

    /** Takes an answer away, where there is one. */
    async takeReply(id: string): Promise<Outcome | undefined> {
      const item = await table.get(replyKey(id));
      if (item === undefined) return undefined;
      await table.delete(replyKey(id));
      return ReplyRecord.parse(item.fields).outcome;
    },
  };
}

export type AgentStore = ReturnType<typeof agentStore>;
