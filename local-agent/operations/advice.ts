import type { HostFault } from "#shared/agent/protocol/message.ts";
import { Refused, refusedBy } from "../refused.ts";

/** Remedies by fault, for the person who reads a task's result. */
export type Advice = Readonly<Partial<Record<HostFault, string>>>;

/** Throws a sentence about what happened, with the remedy. @throws Refused, or the error that ends a task otherwise */
export function adviseAbout(thrown: unknown, advice: Advice): never {
  const isFault = thrown instanceof Refused || (thrown instanceof Error && "code" in thrown);
  if (!isFault) throw thrown;
  const { fault, message } = refusedBy(thrown);
  const text = advice[fault];
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  throw new Refused(fault, text === undefined ? sentence : `${sentence}. ${text}`, { cause: thrown });
}
