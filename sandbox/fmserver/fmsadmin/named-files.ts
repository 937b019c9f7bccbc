import { hostedPath } from "../disk/hosted-file.ts";
import { outOfNotation } from "../disk/server-folder.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import { sameName } from "../world/values/same-name.ts";
import { type CommandCall, CommandError } from "./command.ts";

/**
 * Returns the hosted files in a command that pass `isFit`, named by name, id, path or folder. Default: all. @throws CommandError 10904 if
 * there are none
 */
export function namedFiles(call: CommandCall, isFit: (database: LiveDatabase) => boolean): readonly LiveDatabase[] {
  const { databases } = call.host.world;
  const named =
    call.operands.length === 0
      ? databases
      : databases.filter((database) => call.operands.some((operand) => isMeant(call, database, operand)));
  const fit = named.filter(isFit);
  if (fit.length === 0) throw new CommandError(10904);
  return fit;
}

/** Returns the path of a file from the server's point of view: in its folder, or where its world says. */
export function pathOf({ host }: Pick<CommandCall, "host">, database: LiveDatabase): string {
  const { folder = host.world.definition.server.databaseFolder } = database.definition;
  return hostedPath(host, database) ?? `${outOfNotation(folder)}${database.name}.fmp12`;
}

function isMeant(call: CommandCall, database: LiveDatabase, operand: string): boolean {
  if (database.id === operand || sameName(database.name, operand)) return true;
  const wanted = outOfNotation(operand);
  if (!wanted.includes("/")) return false;
  const path = pathOf(call, database);
  if (wanted.endsWith("/")) return path.slice(0, path.lastIndexOf("/") + 1) === wanted;
  return sameName(path, wanted);
}
