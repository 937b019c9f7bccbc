import type { RequirementList } from "./requirement.ts";

/** Storage of secrets, and places where they must never appear. */
export const secrets = {
  "secrets:canary:answers": {
    text: "No stored credential appears in any response.",
    source: "Security C2; Promise, secrets",
  },
  "secrets:canary:errors": {
    text: "No secret appears in any error.",
    source: "Security C2; Promise, secrets",
  },
  "secrets:canary:everywhere": {
    text: "No test file of the suite leaves one of its passwords in a log, in the agent's journal, in a program's environment or, except for the file tools, in its arguments.",
    source: "Security R7.4, G1",
  },
  "secrets:canary:file-work": {
    text: "No password of a file or script task is in a response, log, journal, stored item, or environment, nor in arguments except those of the file tools.",
    source: "Security R7.4, C2",
  },
  "secrets:canary:logs": {
    text: "No secret appears in any log.",
    source: "Security C2; Promise, secrets",
  },
  "secrets:canary:processes": {
    text: "No secret appears in the argument list of any process, except file passwords and encryption keys for FileMaker's file tools, which accept them in no other way.",
    source: "Security C2; Promise, secrets",
  },
  "secrets:masks:refused": {
    text: "A mask from a response is rejected in a request if there is no stored secret for it: in builds, deployments, recipes, schedules, notifications, and triggers.",
    source: "Promise, secrets",
  },
  "secrets:plain-http:refused": {
    text: "A request to another server that carries an Admin API Key, a build's URL, or a configuration is rejected over plain http, except within networks that CALLOUT_NETWORKS lists.",
    source: "Security C2; OWASP ASVS 5.0, V12",
  },
  "secrets:rotation:everything": {
    text: "After an encryption key rotation, every stored secret of any kind is re-encrypted, except those that expire or are recreated soon, so that the old key can be retired.",
    source: "Security C2",
  },
  "secrets:rotation:ids": {
    text: "The id secret can be rotated alone while the service runs: older keys are found with the previous secrets.",
    source: "Security K2",
  },
  "secrets:rotation:rewrapped": {
    text: "After a master key rotation, values encrypted with the previous version can still be decrypted and are re-encrypted in the background.",
    source: "Security C2",
  },
  "secrets:sealed:bound": {
    text: "An encrypted value that is moved to another item, field, or key version can't be decrypted.",
    source: "Security C1",
  },
  "secrets:sealed:data-key": {
    text: "A data key is used for at most 5 minutes and 10,000 times.",
    source: "Security C1",
  },
  "secrets:sealed:envelope": {
    text: "A stored FileMaker credential is encrypted with AES-256-GCM under a data key that the master key wraps, with a new nonce each time.",
    source: "Security C1; Promise, keys",
  },
  "secrets:sealed:master-key": {
    text: "The master key file is created with mode 0600, outside the data folder.",
    source: "Security C1; Promise, start",
  },
  "secrets:urls:masked": {
    text: "A key or token of FileMaker Server in a path, a query, or the user part of a URL is masked before a log line is built.",
    source: "Security K3",
  },
  "secrets:urls:no-referrer": {
    text: "Responses carry Referrer-Policy: no-referrer.",
    source: "Security K3",
  },
  "secrets:urls:no-store": {
    text: "A response that contains a key, and one to a request with a key in its URL, carries Cache-Control: no-store.",
    source: "Security K3",
  },
} as const satisfies RequirementList;
