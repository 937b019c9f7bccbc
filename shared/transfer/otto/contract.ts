import * as z from "zod";

/** Kinds of things that come from an OttoFMS, in the order in which they are created. */
export const ottoKinds = [
  "data-key",
  "admin-key",
  "webhook",
  "mcp-server",
  "mcp-tool",
  "note",
  "location",
  "schedule",
  "notifications",
] as const;
export type OttoKind = (typeof ottoKinds)[number];

const OttoSecret = z.object({
  kind: z
    .enum(["file-account", "console-account", "store"])
    .describe(
      "`file-account`: the password of a FileMaker account, for `pass`. `console-account`: name and password of an Admin Console account, for `user` and `pass`. `store`: the secret of an access key, for `secret_access_key`.",
    ),
  name: z.string().describe("Account of the files, or access key of the location. Empty for an Admin Console account."),
  files: z.array(z.string()).describe("Files that the account must open."),
});

const OttoCall = z.object({
  operation: z.string().describe("Method and path of the operation, as in this description."),
  input: z.record(z.string(), z.unknown()).describe("Its input. For keys, this includes the key's value."),
});

/** Thing of an old server, and the calls that create it here. */
export const OttoItem = z.object({
  kind: z.enum(ottoKinds).describe("Kind of the item."),
  name: z.string().describe("Name of the item."),
  state: z
    .enum(["new", "present", "left-out"])
    .describe("`new`: can be created. `present`: exists here. `left-out`: can't come along."),
  reason: z.string().nullable().describe("Reason why it is left out; null if it isn't."),
  secret: OttoSecret.nullable().describe("Secret that the old server doesn't return; null if none is needed."),
  calls: z
    .array(OttoCall)
    .describe("Calls that create it, in this order. Add the secret to the first. Empty unless it is new."),
});
export type OttoItem = z.output<typeof OttoItem>;
