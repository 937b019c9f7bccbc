import type { HostFault } from "#shared/agent/protocol/message.ts";
import { Refused, refusedBy } from "../refused.ts";

/** What there is to do about each fault, for the person who reads how work has ended. */
export type Advice = Readonly<Partial<Record<HostFault, string>>>;

/** Says what happened as a sentence, and what there is to do. @throws Refused, or what ends a task otherwise */
export function adviseAbout(thrown: unknown, advice: Advice): never {
  const isFault = thrown instanceof Refused || (thrown instanceof Error && "code" in thrown);
  if (!isFault) throw thrown;
  const { fault, message } = refusedBy(thrown);
  const text = advice[fault];
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  throw new Refused(fault, text === undefined ? sentence : `${sentence}. ${text}`, { cause: thrown });
}
