import { roles } from "#shared/contract/roles.ts";
import { messages } from "./messages.ts";

/** Roles to choose from. */
export const roleOptions = roles.map((role) => ({ value: role, text: messages.frame.roles[role] }));
