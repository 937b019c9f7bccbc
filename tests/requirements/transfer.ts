import type { RequirementList } from "./requirement.ts";

export const transfer = {
  "transfer:configuration:cut-off": {
    text: "An interrupted import leaves nothing if it wasn't accepted, and otherwise continues where it stopped.",
    source: "Promise, configuration transfer",
  },
  "transfer:configuration:moved": {
    text: "A configuration is transferred between installations with every field; keys keep their values.",
    source: 'Specification, "What the service does", point 5; Specification, "Versioning", 4.18.0',
  },
  "transfer:configuration:preview": {
    text: "A preview says for each item if it is new, changed, unchanged, or conflicting, and why it is skipped; it also warns about assigned roles.",
    source: "Promise, configuration transfer",
  },
  "transfer:configuration:preview-sent": {
    text: "A preview at another service sends nothing of the configuration: the other service sends digests of its own, and the response says what would happen, which server was asked, and if secrets were sent there.",
    source: "Promise, configuration transfer; OWASP ASVS 5.0, V12",
  },
  "transfer:configuration:repeated": {
    text: "Repeating an import duplicates nothing.",
    source: "Promise, configuration transfer",
  },
  "transfer:configuration:sent": {
    text: "A configuration can be sent directly to another service.",
    source: "Promise, configuration transfer",
  },
  "transfer:console:moved": {
    text: "The console exports selected items, previews an import, and starts it as previewed.",
    source: "Promise, configuration transfer",
  },
  "transfer:console:sent": {
    text: "The console previews what another service would import, and sends it there.",
    source: "Promise, configuration transfer",
  },
  "transfer:file:bounded": {
    text: "A file encrypted by a stranger costs no more than one of ours: key derivation, entry count, comparison, and response are bounded, and an export rejects everything that opening would reject.",
    source: "Promise, configuration transfer; Security F1",
  },
  "transfer:file:refused": {
    text: "A file that is truncated, modified, newer, or encrypted with another passphrase is rejected with the reason.",
    source: "Promise, configuration transfer",
  },
  "transfer:file:sealed": {
    text: "No secret in an exported file can be read without its passphrase.",
    source: "Promise, configuration transfer; Security C2",
  },
  "transfer:offsite-schedules:off": {
    text: "Offsite backup schedules are imported disabled, linked to the same FileMaker Server schedule and to the same set; on another FileMaker Server, they say that their schedule is missing.",
    source: "Promise, configuration transfer",
  },
  "transfer:otto:account": {
    text: "An account is tested on each file before anything is created, by an operation that stores nothing.",
    source: "Promise, moving from OttoFMS",
  },
  "transfer:otto:bring": {
    text: "Keys with their values, webhooks, MCP servers with their tools, notes, locations, schedules (disabled) and notification settings come from an OttoFMS; what can't come is named with its reason.",
    source: "Promise, moving from OttoFMS",
  },
  "transfer:otto:checked": {
    text: "Each key that came from an OttoFMS is tested as its clients will use it, and the result names the files that it opens, or doesn't.",
    source: "Promise, moving from OttoFMS",
  },
  "transfer:otto:console": {
    text: "The console shows what an OttoFMS has, asks once per account, tests each account on each file, creates everything, and names what stays behind.",
    source: "Promise, moving from OttoFMS",
  },
  "transfer:otto:installation": {
    text: "An installation of 50 keys, 20 webhooks and 5 MCP servers moves with 3 typed secrets; all 50 clients continue with their key and path, and all senders with their address.",
    source: "Promise, compatibility",
  },
  "transfer:otto:preview": {
    text: "Before anything is created, the import from OttoFMS shows what is new, present, and left out.",
    source: "Promise, moving from OttoFMS",
  },
  "transfer:otto:repeatable": {
    text: "A repeated import from OttoFMS creates nothing twice.",
    source: "Promise, moving from OttoFMS",
  },
  "transfer:otto:unchanged": {
    text: "The import from OttoFMS only reads there, and sends the key only to a server that answers as an OttoFMS.",
    source: "Promise, moving from OttoFMS",
  },
  "transfer:triggers:taken-over": {
    text: "A transferred table trigger is recreated for the new installation, and deleted for the previous one.",
    source: "Promise, configuration transfer",
  },
} as const satisfies RequirementList;
