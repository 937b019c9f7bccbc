import { ServiceError } from "#shared/contract/errors.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { type Frame, frameIn, jsonIn } from "../protocol/frame.ts";
import { AgentMessage } from "../protocol/message.ts";
import type { AgentRecord } from "../record.ts";
import { isInWindow } from "../rules.ts";
import type { AgentStore } from "../store.ts";
import { isSignedBy } from "./signature.ts";

/** Verified frame of the service's agent, and its message. */
export interface Proven {
  readonly frame: Frame;
  readonly message: AgentMessage;
  readonly agent: AgentRecord;
}

interface ProofDependencies {
  readonly store: Pick<AgentStore, "agent">;
  readonly clock: Clock;
}

/** Reads a frame and verifies that the service's agent signed it just now. The caller checks for replays. */
export function frameProof({ store, clock }: ProofDependencies) {
  /** @throws ServiceError agent_signature_refused, agent_clock_wrong */
  return async (text: string): Promise<Proven> => {
    const frame = frameIn(text);
    if (frame === undefined) throw signatureRefused("no frame");
    const agent = await store.agent(frame.agent);
    if (agent === undefined) throw signatureRefused("unknown agent");
    if (agent.revokedAt !== null) throw signatureRefused("revoked agent");
    if (!isSignedBy("agent", agent.publicKey, frame)) throw signatureRefused("wrong signature");
    const now = clock.now();
    if (!isInWindow(frame, now)) throw clockWrong(frame.at, now);
    const message = AgentMessage.safeParse(jsonIn(frame.payload));
    if (!message.success) throw signatureRefused("unknown message");
    return { frame, message: message.data, agent };
  };
}

export function signatureRefused(detail: string): ServiceError {
  return new ServiceError("agent_signature_refused", { detail });
}

function clockWrong(agentAt: number, serviceAt: number): ServiceError {
  const [agentTime, serviceTime] = [timestamp(agentAt), timestamp(serviceAt)];
  return new ServiceError("agent_clock_wrong", {
    text: `${agentTime} there, ${serviceTime} here`,
    response: { agentTime, serviceTime },
    detail: `agent ${agentTime}, service ${serviceTime}`,
  });
}
