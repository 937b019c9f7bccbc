import { commands } from "./command.ts";
import type { Abilities } from "./commands/host-commands.ts";
import { tasks } from "./tasks/task.ts";

/** What an agent of this very version can be asked to do. */
export function ownAbilities(): Abilities {
  const forms = Object.entries({ ...commands, ...tasks });
  return Object.fromEntries(forms.map(([name, { request }]) => [name, Object.keys(request.shape)]));
}
