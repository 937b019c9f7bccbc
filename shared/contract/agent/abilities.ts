import { commands } from "./command.ts";
import type { Abilities } from "./host-commands.ts";
import { works } from "./work.ts";

/** What an agent of this very version can be asked to do. */
export function ownAbilities(): Abilities {
  const forms = Object.entries({ ...commands, ...works });
  return Object.fromEntries(forms.map(([name, { request }]) => [name, Object.keys(request.shape)]));
}
