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
  ENOENT: ["not-found", "it is not there"],
  ENOTDIR: ["wrong-kind", "it is no folder"],
  EEXIST: ["exists", "the name was just taken"],
  EISDIR: ["wrong-kind", "it is a folder"],
  ELOOP: ["not-allowed", "it is a symbolic link, and none is followed"],
  EACCES: ["not-allowed", "the agent's account has no right to it"],
  EPERM: ["not-allowed", "the agent's account has no right to it"],
  EBUSY: ["in-use", "it is in use"],
  ENOSPC: ["no-space", "the disk is full"],
  EDQUOT: ["no-space", "the disk quota of the agent's account is used up"],
  EFBIG: ["no-space", "the file is larger than this system or its disk allows"],
  EROFS: ["not-allowed", "the disk is for reading only"],
  ENAMETOOLONG: ["not-found", "the name is too long"],
};

/** Converts any thrown value to a `Refused`: for system errors, describes the code and drops the rest of the text. */
export function refusedBy(thrown: unknown): Refused {
  if (thrown instanceof Refused) return thrown;
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  const [fault, text] = faults[code] ?? ["failed", code === "" ? "the agent failed; its log says how" : code];
  return new Refused(fault, text, { cause: thrown });
}
