import * as z from "zod";
import { Role } from "#shared/contract/scalars.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";

/** Stored limited account of the Admin Console with its assigned role. */
export const PersonRecord = storedRecord("sessions/people/person", 1, {
  /** Name as written when the role was assigned. FileMaker compares account names case-insensitively. */
  name: z.string(),
  role: Role,
  /** Person as named in the audit trail. */
  givenBy: z.string(),
  givenAt: z.number(),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** Returns the normalized account name. */
export function normalizedPersonName(name: string): string {
  return name.toLowerCase();
}
