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
  /** Hears of a link that turns out to be gone, by its agent. */
  readonly changed: (agent: string) => void;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Says something to an agent, signed with the service's key for it. False when its connection is gone. */
export type SendToAgent = (agent: AgentRecord, link: LinkRecord, message: ServiceMessage) => Promise<boolean>;

/** What the service says goes through here. Numbers come from the store: several instances may speak on one link. */
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
    // Its end was never told: whoever asks next need not try it.
    const ended = isTaken ? undefined : await store.closeLink(link.connection);
    if (ended !== undefined) changed(ended);
    return isTaken;
  };
}
