import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Role, Timestamp } from "#shared/contract/scalars.ts";

const Name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u, "no control characters")
  .describe("Name of the Admin Console account. Case does not matter.");

/** Person with an assigned role. */
export const Person = z.object({
  name: Name,
  role: Role.describe(
    "What the person may do. `viewer`: read, without downloads and secrets. `operator`: everything but keys, identity, transfer, people and settings. `administrator`: everything.",
  ),
  given_by: z.string().describe("Who gave it, as the audit trail names people."),
  given_at: Timestamp.describe("When it was given."),
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
    summary: "List the people who were given a role, by their names",
    description:
      "Accounts of the Admin Console that an administrator role of FileMaker Server limits to a part of its tasks. Full administrators of FileMaker Server are administrators here without being listed.",
    access: "admin",
    input: z.object({
      cursor: Cursor.optional().describe("From the answer before, to go on behind it."),
      limit: Limit.optional().describe("At most so many people. 1000 when left out."),
    }),
    output: z.object({ people: z.array(Person).describe("A page of people."), cursor: Cursor.nullable() }),
    errors: [],
    example: { output: { people: [example], cursor: null } },
  },
  giveRole: {
    method: "PUT",
    path: "/svc/api/people/{name}",
    summary: "Give a person a role",
    description:
      "The account signs in with its own password, which FileMaker Server checks. What FileMaker Server is asked for such a person, it is asked with the account of a stored Admin API Key. A role that the person has already is replaced, from the next call on.",
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
    summary: "Take a person's role away",
    description: "Sessions of the person end with their next call.",
    access: "admin",
    input: z.object({ name: Name }),
    output: z.object({ ok: z.boolean().describe("It is done.") }),
    errors: ["person_not_found"],
    changes: ({ name }: { readonly name: string }) => `person:${name}`,
    example: { input: { name: example.name }, output: { ok: true } },
  },
});
