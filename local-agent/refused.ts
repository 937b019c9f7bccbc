import type { HostFault } from "#shared/agent/protocol/message.ts";

/** Error of the host. The text is sent to the caller, so it contains no secrets. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly fault: HostFault;

  constructor(fault: HostFault, text: string, options?: ErrorOptions) {
    super(text, options);
    this.fault = fault;
  }
}

const faults: Readonly<Record<string, readonly [HostFault, string]>> = {
  ENOENT: ["not-found", "not found"],
  ENOTDIR: ["wrong-kind", "not a folder"],
  EEXIST: ["exists", "the name is already in use"],
  EISDIR: ["wrong-kind", "this is a folder"],
  ELOOP: ["not-allowed", "symbolic links are not followed"],
  EACCES: ["not-allowed", "the agent's account has no permission"],
  EPERM: ["not-allowed", "the agent's account has no permission"],
  EBUSY: ["in-use", "in use"],
  ENOSPC: ["no-space", "the disk is full"],
  EDQUOT: ["no-space", "the disk quota of the agent's account is exceeded"],
  EFBIG: ["no-space", "the file is too large for this system or its disk"],
  EROFS: ["not-allowed", "the disk is read-only"],
  ENAMETOOLONG: ["not-found", "the name is too long"],
};

/** Converts any thrown value to a `Refused`: for system errors, describes the code and drops the rest of the text. */
export function refusedBy(thrown: unknown): Refused {
  if (thrown instanceof Refused) return thrown;
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  const [fault, text] = faults[code] ?? ["failed", code === "" ? "the agent failed; see its log" : code];
  return new Refused(fault, text, { cause: thrown });
}
