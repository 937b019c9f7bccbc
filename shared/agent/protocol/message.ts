import * as z from "zod";
import { HostReport } from "./commands/host-commands.ts";
import { HeldTask, TaskEvent, TaskInstruction } from "./tasks/task.ts";

/** What went wrong on the host, for the one who asked. */
export const HostFault = z.enum([
  "not-found",
  "not-allowed",
  "wrong-kind",
  "in-use",
  "taken",
  "exists",
  "changed",
  "conflict",
  "rotated",
  "no-space",
  "tool-missing",
  "unknown-command",
  "failed",
]);
export type HostFault = z.infer<typeof HostFault>;

/** How a command ended on the host. */
export const Outcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), reply: z.unknown() }),
  z.object({ ok: z.literal(false), fault: HostFault.catch("failed"), text: z.string().max(2000) }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** What an agent deletes without being asked, as the audit trail names it. */
const cleanedUpKinds = ["host-upload", "kept-build", "removed-file", "restored-containers", "trash"] as const;
export type CleanedUpKind = (typeof cleanedUpKinds)[number];

/** How many deletions one report has at most. */
export const mostCleanedUp = 200;

/** What the agent has deleted without being asked, since it was kept for long enough: each as the audit trail names it. */
export const CleanupReport = z.object({
  id: z.uuid(),
  deleted: z
    .array(
      z
        .string()
        .regex(new RegExp(`^(?:${cleanedUpKinds.join("|")}):`))
        .max(300),
    )
    .min(1)
    .max(mostCleanedUp),
});
export type CleanupReport = z.infer<typeof CleanupReport>;

/** What an agent says. What a newer one says beyond this is passed over. */
export const AgentMessage = z.discriminatedUnion("type", [
  /** Opens a link, in the Authorization header. */
  z.object({ type: z.literal("open") }),
  /** Brings the bytes of a range, in the Authorization header of its one PUT. */
  z.object({ type: z.literal("bytes"), id: z.string().max(100) }),
  /** Asks for a code with which a person on the host signs in, in a call of its own. */
  z.object({ type: z.literal("sign-in-code") }),
  /** First on a new link, and then every heartbeat. What was asked and not answered is asked again. */
  z.object({
    type: z.literal("here"),
    report: HostReport.optional(),
    /** All long work that it has: what is not there, it has lost. */
    works: z.array(HeldTask).max(200).optional(),
    /** The same again until the service confirms it. */
    cleanup: CleanupReport.optional(),
  }),
  TaskEvent.extend({ type: z.literal("event") }),
  z.object({ type: z.literal("reply"), request: z.uuid(), outcome: Outcome }),
]);
export type AgentMessage = z.infer<typeof AgentMessage>;

/** What the service says. What a newer one says beyond this is passed over; what it asks is checked by the command. */
export const ServiceMessage = z.discriminatedUnion("type", [
  /** Answers a heartbeat. */
  z.object({
    type: z.literal("heard"),
    works: z.array(TaskInstruction).max(200).optional(),
    /** Commands, works and fields that the service knows and the agent does not. To the first of a link, where it has said what it knows. */
    lacks: z.array(z.string().max(200)).max(1_000).optional(),
    /** After how many days files are deleted that FileMaker Server has removed. Null: never. */
    removedKeptDays: z.int().min(0).nullish(),
    /** The id of the report that is written down. */
    cleanup: z.uuid().optional(),
  }),
  /** An event of a task has arrived. `isKept`: it need not be sent again. */
  TaskInstruction.extend({ type: z.literal("taken"), number: z.int().min(1), isKept: z.boolean() }),
  /** The reply is kept: it need not be sent again. */
  z.object({ type: z.literal("accepted"), request: z.uuid() }),
  z.object({
    type: z.literal("request"),
    request: z.uuid(),
    command: z.string().max(100),
    fields: z.record(z.string(), z.unknown()),
    /** The reply is not awaited after this. Milliseconds since the epoch. */
    expiresAt: z.int(),
  }),
]);
export type ServiceMessage = z.infer<typeof ServiceMessage>;
