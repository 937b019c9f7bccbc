import type { Clock } from "#shared/ports/clock.ts";
import type { LinkSockets } from "#shared/ports/links/link-sockets.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { frameText } from "../protocol/frame.ts";
import type { ServiceMessage } from "../protocol/message.ts";
import type { AgentRecord, LinkRecord } from "../record.ts";
import { type AgentStore, serviceKeyContext } from "../store.ts";
import { frameNumbers } from "./frame-numbers.ts";
import { privateKeyOf, signedFrame } from "./signature.ts";

interface SenderDependencies {
  readonly store: AgentStore;
  readonly sockets: LinkSockets;
  /** Called with the agent when its link turns out to be gone. */
  readonly changed: (agent: string) => void;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Sends a message to an agent, signed with the service's key for it. Returns false if the connection is gone. */
export type SendToAgent = (agent: AgentRecord, link: LinkRecord, message: ServiceMessage) => Promise<boolean>;

/** Sends all messages of the service. Sequence numbers come from the store, because several instances can use one link. */
export function sendToAgent({ store, sockets, changed, vault, clock }: SenderDependencies): SendToAgent {
  const nextNumber = frameNumbers((count) => store.reserveSequence(count));
  return async (agent, link, message) => {
    if (link.connection === null) return false;
    const seed = await vault.open(agent.sealedServiceKey, serviceKeyContext(agent.id));
    const frame = signedFrame("service", privateKeyOf(Buffer.from(seed, "base64url")), {
      agent: agent.id,
      link: link.link,
      sequence: await nextNumber(),
      at: clock.now(),
      payload: JSON.stringify(message),
    });
    const isTaken = await sockets.send(link.connection, frameText(frame));
    // The end of this link was never reported. Close it, so that the next caller doesn't try it.
    const ended = isTaken ? undefined : await store.closeLink(link.connection);
    if (ended !== undefined) changed(ended);
    return isTaken;
  };
}
