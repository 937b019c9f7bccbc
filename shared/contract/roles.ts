/** Roles of people and programs, from lowest to highest. Each includes the ones before it. */
export const roles = ["viewer", "operator", "administrator"] as const;
export type Role = (typeof roles)[number];

/** True if a role includes the needed one. */
export function mayDo(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
