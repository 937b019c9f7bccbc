import { commands } from "./command.ts";
import type { Abilities } from "./commands/host-commands.ts";
import { tasks } from "./tasks/task.ts";

/** Returns the abilities of an agent of this version. */
export function ownAbilities(): Abilities {
  const forms = Object.entries({ ...commands, ...tasks });
  return Object.fromEntries(forms.map(([name, { request }]) => [name, Object.keys(request.shape)]));
}
