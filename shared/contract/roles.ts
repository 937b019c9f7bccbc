/** What people and programs may do, from least to most: each role may do all that the ones before it may. */
export const roles = ["viewer", "operator", "administrator"] as const;
export type Role = (typeof roles)[number];

/** Whether a role may do what needs another. */
export function mayDo(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
