import { commands } from "./command.ts";
import type { Abilities } from "./host-commands.ts";
import { works } from "./work.ts";

/** What an agent of this very version can be asked to do. */
export const abilities: Abilities = Object.fromEntries(
  Object.entries({ ...commands, ...works }).map(([name, { request }]) => [name, Object.keys(request.shape)]),
);
