import * as z from "zod";
import { Role } from "#shared/contract/scalars.ts";

/** A limited account of the Admin Console that was given a role, as stored. */
export const PersonRecord = z.object({
  schema: z.literal(1),
  /** As it was written when it was given. FileMaker compares account names without regard to case. */
  name: z.string(),
  role: Role,
  /** As the audit trail names people. */
  givenBy: z.string(),
  givenAt: z.number(),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** How an account is known, however its name is written. */
export function foldedPerson(name: string): string {
  return name.toLowerCase();
}
