import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Role, Timestamp } from "#shared/contract/scalars.ts";

const Name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u, "must not have control characters")
  .describe("Name of the Admin Console account. Not case-sensitive.");

/** Person with an assigned role. */
export const Person = z.object({
  name: Name,
  role: Role.describe(
    "Permissions of the person. `viewer`: read, without downloads and secrets. `operator`: everything except keys, identity, transfer, people, plug-ins and settings. `administrator`: everything.",
  ),
  given_by: z.string().describe("The user who gave the role, named as in the audit trail."),
  given_at: Timestamp.describe("Time when the role was given."),
});
export type Person = z.infer<typeof Person>;

const example = {
  name: "reception",
  role: "viewer",
  given_by: "session:admin",
  given_at: "2026-11-20T09:15:02.114Z",
} as const;

export const people = resource({
  listPeople: {
    method: "GET",
    path: "/svc/api/people",
    summary: "List the people with a role, sorted by name",
    description:
      "These are Admin Console accounts that FileMaker Server limits to some of its tasks. Full administrators of FileMaker Server are administrators here and aren't listed.",
    access: "admin",
    input: z.object({
      cursor: Cursor.optional().describe("Cursor from the previous page."),
      limit: Limit.optional().describe("Page size. Default: 1000."),
    }),
    output: z.object({ people: z.array(Person).describe("One page of people."), cursor: Cursor.nullable() }),
    errors: [],
    example: { output: { people: [example], cursor: null } },
  },
  giveRole: {
    method: "PUT",
    path: "/svc/api/people/{name}",
    summary: "Give a person a role",
    description:
      "The account signs in with its own password, which FileMaker Server checks. Requests to FileMaker Server on this person's behalf use the account of a stored Admin API key. An existing role is replaced, starting with the next call.",
    access: "admin",
    input: z.object({ name: Name, role: Person.shape.role }),
    output: Person,
    errors: [],
    changes: ({ name, role }: { readonly name: string; readonly role: string }) => [`person:${name}`, `role:${role}`],
    example: { input: { name: example.name, role: example.role }, output: example },
  },
  takeRole: {
    method: "DELETE",
    path: "/svc/api/people/{name}",
    summary: "Remove a person's role",
    description: "The person's sessions end with their next call.",
    access: "admin",
    input: z.object({ name: Name }),
    output: z.object({ ok: z.boolean().describe("Always true.") }),
    errors: ["person_not_found"],
    changes: ({ name }: { readonly name: string }) => `person:${name}`,
    example: { input: { name: example.name }, output: { ok: true } },
  },
});
