import type { RequirementList } from "./requirement.ts";

export const transfer = {
  "transfer:configuration:cut-off": {
    text: "An import that is cut off leaves nothing where it was not accepted, and goes on where it was.",
    source: "Promise, configuration transfer",
  },
  "transfer:configuration:moved": {
    text: "A configuration is transferred between installs of the service, with every field; keys go on with their values.",
    source: 'Specification, "What the service does", point 5; Specification, "Versioning", 4.18.0',
  },
  "transfer:configuration:preview": {
    text: "A preview says of each thing whether it is new, changed, the same or in conflict, and why it is left out; and it warns of roles that are given.",
    source: "Promise, configuration transfer",
  },
  "transfer:configuration:preview-sent": {
    text: "A preview at another service sends nothing of the configuration: the other service sends digests of what it has, and the answer says what it would do, where it was asked and whether secrets went there.",
    source: "Promise, configuration transfer; OWASP ASVS 5.0, V12",
  },
  "transfer:configuration:repeated": {
    text: "An import that is repeated doubles nothing.",
    source: "Promise, configuration transfer",
  },
  "transfer:configuration:sent": {
    text: "A configuration goes straight to another service.",
    source: "Promise, configuration transfer",
  },
  "transfer:console:moved": {
    text: "The console exports what is chosen, shows what an import would do, and begins it as it was shown.",
    source: "Promise, configuration transfer",
  },
  "transfer:console:sent": {
    text: "The console shows what another service would take over, and sends it there.",
    source: "Promise, configuration transfer",
  },
  "transfer:file:bounded": {
    text: "A file that a stranger has sealed costs no more than one of ours: deriving its key, counting its entries, comparing them and answering are bounded, and what opening would refuse, an export refuses.",
    source: "Promise, configuration transfer; Security F1",
  },
  "transfer:file:refused": {
    text: "A file that is cut off, changed, newer or sealed with another passphrase is refused with the reason.",
    source: "Promise, configuration transfer",
  },
  "transfer:file:sealed": {
    text: "Nothing secret of an exported file is readable without its passphrase.",
    source: "Promise, configuration transfer; Security C2",
  },
  "transfer:offsite-schedules:off": {
    text: "Schedules of offsite backups arrive switched off, linked to the same schedule of FileMaker Server and to the same set; behind another FileMaker Server they say that their schedule is missing.",
    source: "Promise, configuration transfer",
  },
  "transfer:triggers:taken-over": {
    text: "A table trigger that was transferred is made anew for the new installation, and deleted for the one before.",
    source: "Promise, configuration transfer",
  },
} as const satisfies RequirementList;
