import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { LinkEndpoint } from "#shared/ports/links/link-sockets.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { AgentClient } from "./agent-client.ts";
import { isOutdated } from "./capabilities.ts";
import type { Agent, agent } from "./contract.ts";
import { codeFingerprint, newEnrollmentCode } from "./enrollment-code.ts";
import { frameProof, signatureRefused } from "./link/proof.ts";
import { privateKeyOf, publicKeyOf } from "./link/signature.ts";
import { linkClosures } from "./protocol/frame.ts";
import { serverKeyName } from "./protocol/server-key-name.ts";
import type { AgentRecord, CodeRecord, LinkRecord } from "./record.ts";
import { codeMs, stateOf } from "./rules.ts";
import type { ServerKeys } from "./server-keys.ts";
import { type AgentStore, credentialContext, serviceKeyContext } from "./store.ts";

export interface AgentServiceDependencies {
  readonly store: AgentStore;
  readonly linkEndpoint: LinkEndpoint;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly serverKeys: ServerKeys;
  readonly agentClient: () => Pick<AgentClient, "request">;
  /** Creates a code that a person signs in with. */
  readonly newSignInCode: () => Promise<{ readonly code: string; readonly id: string; readonly expiresAt: number }>;
  /** Returns the account or token of a caller. */
  readonly administrator: (call: Call) => Promise<AdminCredential | undefined>;
}

interface AgentService extends ServiceOf<typeof agent> {
  /** Returns true for an agent that the service started itself. */
  isOwnAgent(id: string): Promise<boolean>;
  /**
   * Creates a code for the agent that the service starts itself, which replaces the previous one.
   * @throws ServiceError agent_exists if the enrolled agent is another one, unless the new one replaces others
   */
  createOwnCode(wanted: { readonly replacesOthers: boolean }): Promise<string>;
}

const rowsPerPage = 100;
/** Longer than the agent's checks take, and shorter than API Gateway waits. */
const checkMs = 25_000;

/** Enrolls, lists and revokes agents. */
export function agentService({
  store,
  linkEndpoint,
  vault,
  clock,
  ids,
  serverKeys,
  agentClient,
  newSignInCode,
  administrator,
}: AgentServiceDependencies): AgentService {
  const proven = frameProof({ store, clock });

  const isOwnAgent = async (id: string): Promise<boolean> => (await store.agent(id))?.isOwn === true;

  const makeCode = async (
    { replace, isOwn }: Pick<CodeRecord, "replace" | "isOwn">,
    credential: AdminCredential | undefined,
  ) => {
    const code = newEnrollmentCode(ids);
    const expiresAt = clock.now() + codeMs;
    const fingerprint = codeFingerprint(code);
    const sealedCredential =
      credential === undefined ? null : await vault.seal(JSON.stringify(credential), credentialContext(fingerprint));
    await store.keepCode(fingerprint, { replace, isOwn, expiresAt, sealedCredential });
    return { code, expiresAt: timestamp(expiresAt) };
  };

  /** @throws ServiceError agent_not_found for unknown and revoked agents */
  const enrolled = async (id: string): Promise<AgentRecord> => {
    const record = await store.agent(id);
    if (record === undefined || record.revokedAt !== null) throw new ServiceError("agent_not_found");
    return record;
  };

  /** Closes the link of an agent, if it has one. */
  const closeLinkOf = async (id: string): Promise<void> => {
    const link = await store.link();
    if (link === undefined || link.agent !== id || link.connection === null) return;
    await store.closeLink(link.connection);
    await linkEndpoint.sockets.close(link.connection, linkClosures.superseded);
  };

  return {
    async listAgents({ cursor, limit = rowsPerPage }) {
      const [page, link] = await Promise.all([store.list({ cursor, limit }), store.link()]);
      return { agents: page.records.map((record) => shown(record, link, clock.now())), cursor: page.cursor };
    },

    async createEnrolmentCode({ replace }, call) {
      if (!replace && (await store.activeId()) !== undefined) throw agentExists();
      return makeCode({ replace, isOwn: false }, await administrator(call));
    },

    isOwnAgent,

    async createOwnCode({ replacesOthers }) {
      const active = await store.activeId();
      const isOther = active !== undefined && !(await isOwnAgent(active));
      if (isOther && !replacesOthers) throw agentExists();
      return (await makeCode({ replace: true, isOwn: true }, undefined)).code;
    },

    async enrolAgent({ code, name, publicKey, serverKey }, call) {
      const fingerprint = codeFingerprint(code);
      const known = await store.code(fingerprint);
      if (known === undefined || known.expiresAt <= clock.now()) throw new ServiceError("agent_code_refused");
      const replacing = await store.activeId();
      if (replacing !== undefined && !known.replace) throw agentExists();
      const id = ids.uuid();
      const seed = Buffer.from(ids.bytes(32));
      const servicePublicKey = publicKeyOf(privateKeyOf(seed));
      const record: AgentRecord = {
        schema: 1,
        id,
        name,
        publicKey,
        servicePublicKey,
        sealedServiceKey: await vault.seal(seed.toString("base64url"), serviceKeyContext(id)),
        enrolledAt: clock.now(),
        revokedAt: null,
        isOwn: known.isOwn,
        lastSeenAt: null,
        lastCleanup: null,
        serverKey: serverKey === undefined ? null : { publicKey: serverKey, registeredAt: null },
        report: null,
      };
      if (!(await store.enroll(fingerprint, record, replacing))) throw new ServiceError("agent_code_refused");
      call.setCaller?.({ kind: "agent", agentId: id });
      if (replacing !== undefined) await closeLinkOf(replacing);
      const credential: AdminCredential | undefined =
        known.sealedCredential === null
          ? undefined
          : JSON.parse(await vault.open(known.sealedCredential, credentialContext(fingerprint)));
      if (serverKey !== undefined) await serverKeys.tryRegister(id, serverKey, credential);
      if (replacing !== undefined) await serverKeys.tryRemove(replacing, credential);
      return { id, linkAddress: linkEndpoint.address(), servicePublicKey };
    },

    async createSignInCode({ proof }, call) {
      const { frame, message } = await proven(Buffer.from(proof, "base64url").toString("utf8"));
      if (message.type !== "sign-in-code") throw signatureRefused("unexpected message");
      if (!(await store.countFrame(frame))) throw signatureRefused("replayed");
      call.setCaller?.({ kind: "agent", agentId: frame.agent });
      const { expiresAt, ...made } = await newSignInCode();
      return { ...made, agent: frame.agent, expiresAt: timestamp(expiresAt) };
    },

    async registerServerKey({ id }, call) {
      const record = await enrolled(id);
      const publicKey = record.report?.serverKey ?? record.serverKey?.publicKey;
      if (publicKey === undefined) throw new ServiceError("server_key_missing");
      const credential = await administrator(call);
      if (credential === undefined)
        throw new ServiceError(call.caller.kind === "session" ? "account_missing" : "unauthenticated");
      await serverKeys.register(id, publicKey, credential);
      return { ok: true, name: serverKeyName(id) };
    },

    async checkHost({ id }) {
      await enrolled(id);
      const { findings } = await agentClient().request("host.check", {}, { deadlineMs: checkMs });
      return {
        ok: findings.every(({ state }) => state !== "failed"),
        checkedAt: timestamp(clock.now()),
        findings: findings.map(({ remedy = null, ...finding }) => ({ ...finding, remedy })),
      };
    },

    async revokeAgent({ id }, call) {
      await enrolled(id);
      await store.revoke(id, clock.now());
      await closeLinkOf(id);
      return { ok: true, isServerKeyRemoved: await serverKeys.tryRemove(id, await administrator(call)) };
    },
  };
}

function shown(record: AgentRecord, link: LinkRecord | undefined, now: number): Agent {
  const { id, name, enrolledAt, revokedAt, serverKey, report } = record;
  // The link has the time of every heartbeat, the record only one every few minutes.
  const receivedAt = link?.agent === id ? link.heardAt : Number.NEGATIVE_INFINITY;
  const lastSeenAt = record.lastSeenAt === null ? null : Math.max(record.lastSeenAt, receivedAt);
  return {
    id,
    name,
    state: stateOf(record, link, now),
    enrolledAt: timestamp(enrolledAt),
    revokedAt: revokedAt === null ? null : timestamp(revokedAt),
    lastSeenAt: lastSeenAt === null ? null : timestamp(lastSeenAt),
    serverKey: serverKey && {
      name: serverKeyName(id),
      registeredAt: serverKey.registeredAt === null ? null : timestamp(serverKey.registeredAt),
    },
    isOutdated: isOutdated(report),
    report,
  };
}

function agentExists(): ServiceError {
  return new ServiceError("agent_exists", {
    text: "create the code with `replace: true` to replace the enrolled agent",
  });
}
