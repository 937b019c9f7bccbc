import type { RequirementList } from "./requirement.ts";

/** Storage of secrets, and places where they must never appear. */
export const secrets = {
  "secrets:canary:answers": {
    text: "No stored credential appears in any answer.",
    source: "Security C2; Promise, secrets",
  },
  "secrets:canary:errors": {
    text: "No secret appears in any error.",
    source: "Security C2; Promise, secrets",
  },
  "secrets:canary:everywhere": {
    text: "No test file of the suite, whatever it is about, leaves a password of its world in a log, in the agent's journal, in a program's environment or, but for the file tools, in its arguments.",
    source: "Security R7.4, G1",
  },
  "secrets:canary:file-work": {
    text: "No password of work on files or scripts is in an answer, log, journal, stored item or environment, nor in arguments but those of the file tools.",
    source: "Security R7.4, C2",
  },
  "secrets:canary:logs": {
    text: "No secret appears in any log.",
    source: "Security C2; Promise, secrets",
  },
  "secrets:canary:processes": {
    text: "No secret appears in the argument list of any process, except passwords and encryption keys of files in those of FileMaker's file tools, which take them in no other way.",
    source: "Security C2; Promise, secrets",
  },
  "secrets:masks:refused": {
    text: "A mask that an answer has shown in the place of a secret is refused where it comes back and nothing is known that it stands for: in builds, deployments, recipes, schedules, notifications and triggers.",
    source: "Promise, secrets",
  },
  "secrets:plain-http:refused": {
    text: "Where a call to another server carries an Admin API Key, a build's address or a configuration, plain http is refused, except within networks that CALLOUT_NETWORKS lists.",
    source: "Security C2; OWASP ASVS 5.0, V12",
  },
  "secrets:rotation:everything": {
    text: "After a change of the key that seals, every stored secret is sealed again, whatever it belongs to, but for those that soon expire or are made anew: the older key can be retired.",
    source: "Security C2",
  },
  "secrets:rotation:ids": {
    text: "The secret that ids are made with is changed alone, beside a running service: keys of before are found by the secrets behind it.",
    source: "Security K2",
  },
  "secrets:rotation:rewrapped": {
    text: "After a change of the master key, sealed values of the version before still open and are rewrapped in the background.",
    source: "Security C2",
  },
  "secrets:sealed:bound": {
    text: "A sealed value that is moved to another item, field or key version does not open.",
    source: "Security C1",
  },
  "secrets:sealed:data-key": {
    text: "A data key serves for at most 5 minutes and 10,000 uses.",
    source: "Security C1",
  },
  "secrets:sealed:envelope": {
    text: "A stored FileMaker credential is sealed with AES-256-GCM under a data key that the master key wraps, with a new nonce each time.",
    source: "Security C1; Promise, keys",
  },
  "secrets:sealed:master-key": {
    text: "The master key file is created with mode 0600, outside the data folder.",
    source: "Security C1; Promise, start",
  },
  "secrets:urls:masked": {
    text: "A key or a token of FileMaker Server in a path, in a query or in the user part of an address is masked before a log line is built.",
    source: "Security K3",
  },
  "secrets:urls:no-referrer": {
    text: "Answers carry Referrer-Policy: no-referrer.",
    source: "Security K3",
  },
  "secrets:urls:no-store": {
    text: "An answer that holds a key, and one to a call with a key in its address, carry Cache-Control: no-store.",
    source: "Security K3",
  },
} as const satisfies RequirementList;
