import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

/** Objects that can be closed, deleted, replaced or disabled. */
export const subjectKinds = [
  "file",
  "data-key",
  "admin-key",
  "webhook",
  "trigger",
  "mcp-server",
  "schedule",
  "recipe",
  "destination",
  "offsite-location",
  "offsite-schedule",
  "person",
  "build",
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export const dependentKinds = [
  "client",
  "session",
  "sign-in",
  "data-key",
  "admin-key",
  "webhook",
  "trigger",
  "mcp-server",
  "schedule",
  "recipe",
  "offsite-schedule",
  "file",
  "status-page",
  "alert",
  "monitoring",
] as const;
export type DependentKind = (typeof dependentKinds)[number];

export const effects = [
  "blocks",
  "disconnected",
  "ends",
  "unprotected",
  "rejected",
  "fails",
  "interrupted",
  "waits",
  "skipped",
  "silent",
  "shown",
  "kept",
] as const;
export type Effect = (typeof effects)[number];

export const actions = ["close", "pause", "delete", "replace", "disable"] as const;
export type Action = (typeof actions)[number];

const subjectShape = {
  kind: z.enum(subjectKinds).describe("Kind of the object."),
  id: z
    .string()
    .min(1)
    .max(255)
    .describe(
      "Id of the object: the name of a file, an offsite location, an offsite schedule or a person, the id of a build, the slug of an MCP server, otherwise its number.",
    ),
};
const Subject = z.object(subjectShape);
export type Subject = z.infer<typeof Subject>;

export const Dependent = z.object({
  kind: z
    .enum(dependentKinds)
    .describe(
      "Kind of the dependent. `sign-in`: an AI client that acts for a person. `session`: a signed-in administrator. `monitoring`: checks that run without a signed-in user.",
    ),
  id: z
    .string()
    .describe("Id of the dependent, of the same form as in the request; empty for `monitoring` and `status-page`."),
  name: z.string().describe("Name for users; empty if it has none."),
  of: z.array(z.string()).describe("Ids of the objects in the request that it depends on."),
  effect: z
    .enum(effects)
    .describe(
      "Effect on the dependent. `blocks`: the action is refused because of it. `disconnected`: it is disconnected. `ends`: it stops permanently. `unprotected`: it is no longer backed up offsite. `rejected`: its callers are rejected. `fails`: its runs fail. `interrupted`: it doesn't work until the action is reverted. `waits`: its events are stored and delivered later. `skipped`: its next runs leave the object out. `silent`: it no longer fires or notifies. `shown`: users see it. `kept`: it continues to work.",
    ),
  lastUsedAt: Timestamp.nullable().describe("Time of the last use; null if unknown or never used."),
});
export type Dependent = z.infer<typeof Dependent>;

/** Reasons for which users confirm an action by typing. */
export const confirmations = ["many", "recent", "unknown"] as const;

export const dependents = resource({
  findDependents: {
    method: "POST",
    path: "/svc/api/dependents",
    summary: "Find everything that uses objects",
    description:
      "Lists what is affected when objects are closed, deleted, replaced or disabled. Changes nothing: it is a POST because the list of " +
      "objects can be long. Unknown objects have no dependents. FileMaker Server doesn't tell which files its own schedules use, so these aren't listed.",
    access: "admin",
    role: "viewer",
    input: z.object({
      action: z.enum(actions).describe("The planned action. `replace` is a new file, a new key or a new secret."),
      of: z.array(Subject).min(1).max(10_000).describe("The objects."),
    }),
    output: z.object({
      dependents: z.array(Dependent).describe("Dependents, worst effect first."),
      isComplete: z.boolean().describe("False if a kind couldn't be read."),
      unread: z
        .array(
          z.object({
            kind: z.enum(dependentKinds).describe("Kind that couldn't be read."),
            reason: z.string().describe("Reason, as a sentence."),
          }),
        )
        .describe("Kinds that couldn't be read, such as clients while FileMaker Server is stopped."),
      lastUsedAt: Timestamp.nullable().describe(
        "Time of the last known use of the objects, directly or by a dependent; null if there is none.",
      ),
      confirmation: z
        .enum(confirmations)
        .nullable()
        .describe(
          "Reason why users should confirm a deletion by typing. `many`: five objects or more. `recent`: one of them was used in the last 7 days. `unknown`: the list isn't complete. Null: typing isn't necessary.",
        ),
    }),
    changes: false,
    errors: [],
    example: {
      input: { action: "close", of: [{ kind: "file", id: "Contacts.fmp12" }] },
      output: {
        dependents: [
          {
            kind: "webhook",
            id: "3",
            name: "Shop orders",
            of: ["Contacts.fmp12"],
            effect: "waits",
            lastUsedAt: "2026-11-20T09:14:12.001Z",
          },
        ],
        isComplete: true,
        unread: [],
        lastUsedAt: "2026-11-20T09:14:12.001Z",
        confirmation: null,
      },
    },
  },
});
