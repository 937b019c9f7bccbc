import { ServiceError } from "./errors.ts";
import { mayDo, type Role } from "./roles.ts";

/** @throws ServiceError role_too_low if the role is lower than the needed one */
export function requireRole(role: Role, needed: Role): void {
  if (mayDo(role, needed)) return;
  const text = `${needed} required; the caller's role is ${role}`;
  throw new ServiceError("role_too_low", { text, response: { role, roleNeeded: needed } });
}
