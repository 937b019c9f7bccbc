import * as z from "zod";
import { HostReport } from "./commands/host-commands.ts";
import { HeldTask, TaskEvent, TaskInstruction } from "./tasks/task.ts";

/** Reason for a failure on the host, for the caller. */
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
  "not-writable",
  "tool-missing",
  "unknown-command",
  "failed",
]);
export type HostFault = z.infer<typeof HostFault>;

/** Result of a command on the host. */
export const Outcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), reply: z.unknown() }),
  z.object({ ok: z.literal(false), fault: HostFault.catch("failed"), text: z.string().max(2000) }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** Kinds of objects that an agent deletes on its own, as the audit trail names them. */
const cleanedUpKinds = ["host-upload", "kept-build", "removed-file", "restored-containers", "trash"] as const;
export type CleanedUpKind = (typeof cleanedUpKinds)[number];

/** Maximum number of deletions in a report. */
export const maxCleanedUp = 200;

/** Objects that the agent deleted on its own when their retention ended, as the audit trail names them. */
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
    .max(maxCleanedUp),
});
export type CleanupReport = z.infer<typeof CleanupReport>;

/** Message of an agent. Unknown fields from newer agents are ignored. */
export const AgentMessage = z.discriminatedUnion("type", [
  /** Opens a link. Sent in the Authorization header. */
  z.object({ type: z.literal("open") }),
  /** Sends the bytes of a range. Sent in the Authorization header of its one PUT. */
  z.object({ type: z.literal("bytes"), id: z.string().max(100) }),
  /** Requests a code that a person on the host signs in with. Sent in a call of its own. */
  z.object({ type: z.literal("sign-in-code") }),
  /** First message on a new link, and every heartbeat. Unanswered requests are sent again. */
  z.object({
    type: z.literal("here"),
    report: HostReport.optional(),
    /** All tasks that the agent has. It lost any task that is missing here. */
    works: z.array(HeldTask).max(200).optional(),
    /** Repeated until the service confirms it. */
    cleanup: CleanupReport.optional(),
  }),
  TaskEvent.extend({ type: z.literal("event") }),
  z.object({ type: z.literal("reply"), request: z.uuid(), outcome: Outcome }),
]);
export type AgentMessage = z.infer<typeof AgentMessage>;

/** Message of the service. Unknown fields from a newer service are ignored; the command checks its own fields. */
export const ServiceMessage = z.discriminatedUnion("type", [
  /** Reply to a heartbeat. */
  z.object({
    type: z.literal("heard"),
    works: z.array(TaskInstruction).max(200).optional(),
    /**
     * Commands, tasks and fields that the service supports and the agent doesn't. Sent with the first reply on a link, if the agent
     * reported its own.
     */
    lacks: z.array(z.string().max(200)).max(1_000).optional(),
    /** Days until files that FileMaker Server removed are deleted. Null: never. */
    removedKeptDays: z.int().min(0).nullish(),
    /** Id of the report that was recorded. */
    cleanup: z.uuid().optional(),
  }),
  /** Confirms an event of a task. `isKept`: the event needn't be sent again. */
  TaskInstruction.extend({ type: z.literal("taken"), number: z.int().min(1), isKept: z.boolean() }),
  /** Confirms a reply: it is stored and needn't be sent again. */
  z.object({ type: z.literal("accepted"), request: z.uuid() }),
  z.object({
    type: z.literal("request"),
    request: z.uuid(),
    command: z.string().max(100),
    fields: z.record(z.string(), z.unknown()),
    /** No one waits for the reply after this time. Milliseconds since the epoch. */
    expiresAt: z.int(),
  }),
]);
export type ServiceMessage = z.infer<typeof ServiceMessage>;
