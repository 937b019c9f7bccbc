import { createHash, randomBytes } from "node:crypto";

/** Number of invocations of one function in a chain of requests after which Lambda stops the next one. */
export const maxHops = 16;

/** Setting of a function: CloudFormation's `RecursiveLoop`. */
export type RecursiveLoop = "Allow" | "Terminate";

export interface Hop {
  /** Trace header of the invocation. Clients in the function pass it on, so that it leads to the next invocation of the chain. */
  readonly trace: string;
  /** True if Lambda stops this invocation instead of running it. A message of a queue then goes to the dead-letter queue. */
  readonly isStopped: boolean;
}

/**
 * Counts one invocation of a function in a chain of requests, as Lambda does in the `Lineage` of the trace header. A request without a
 * trace header, such as a message of EventBridge Scheduler, starts a new chain.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export function nextHop(
  trace: string | undefined,
  functionName: string,
  recursiveLoop: RecursiveLoop = "Terminate",
): Hop {
  const fields = fieldsIn(trace);
  const lineage = lineageIn(fields.get("Lineage"));
  const own = createHash("sha256").update(functionName).digest("hex").slice(0, 8);
  const hops = (lineage.get(own) ?? 0) + 1;
  if (hops > maxHops && recursiveLoop === "Terminate") return { trace: trace ?? "", isStopped: true };
  lineage.set(own, hops);
  if (!fields.has("Root")) fields.set("Root", newRoot());
  fields.set("Lineage", [...lineage].map(([name, count]) => `${name}:${count}`).join("|"));
  return { trace: [...fields].map(([name, value]) => `${name}=${value}`).join(";"), isStopped: false };
}

function fieldsIn(trace: string | undefined): Map<string, string> {
  const pairs = (trace ?? "").split(";").flatMap((field): [string, string][] => {
    const [, name, value] = /^(\w+)=(.+)$/.exec(field.trim()) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return new Map(pairs);
}

function lineageIn(text = ""): Map<string, number> {
  const pairs = text.split("|").flatMap((entry): [string, number][] => {
    const [, name, count] = /^([0-9a-f]{8}):(\d+)$/.exec(entry) ?? [];
    return name === undefined ? [] : [[name, Number(count)]];
  });
  return new Map(pairs);
}

/** Returns an ID of a new chain in X-Ray's form. */
function newRoot(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `1-${seconds.padStart(8, "0")}-${randomBytes(12).toString("hex")}`;
}
