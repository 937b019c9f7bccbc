import { nearestName } from "#shared/contract/texts/nearest-name.ts";
import { bareDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ToolContext } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";

const listFileScripts = apiRoute("listFileScripts");
const getDatabase = apiRoute("getDatabase");

/**
 * Returns the name of a hosted file as FileMaker Server has it.
 * @throws ApiRefused if it isn't hosted, with the nearest name
 */
export function hostedName(given: string, databases: readonly { readonly filename: string }[]): string {
  const wanted = normalizedDatabaseName(given);
  const found = databases.find(({ filename }) => normalizedDatabaseName(filename) === wanted);
  if (found !== undefined) return found.filename;
  const names = databases.map(({ filename }) => filename);
  throw new ApiRefused(
    404,
    0,
    `The file ${JSON.stringify(given)} is not hosted.${nearest(given, names)} Call list_files`,
  );
}

/** Returns a sentence with the nearest known name; empty if none is near. The extension of files isn't compared. */
export function nearest(given: string, names: Iterable<string>): string {
  const byBareName = new Map([...names].map((name) => [bareDatabaseName(name), name]));
  const found = nearestName(bareDatabaseName(given), byBareName.keys());
  return found === undefined ? "" : ` Nearest: ${JSON.stringify(byBareName.get(found))}.`;
}

/**
 * Returns a warning for scripts that clients won't be able to call; undefined if all are there. The scripts are those that the account of a
 * key with OData sees.
 */
export async function scriptWarning(file: string, scripts: readonly string[], { api }: Pick<ToolContext, "api">) {
  const { database } = await api.call(getDatabase, { filename: file });
  const key = database.keys.find(({ isOData, isFailing }) => isOData && !isFailing);
  if (key === undefined)
    return `Not checked if the scripts exist: no Data API key for ${database.filename} allows OData. Clients with a key need one.`;
  const { scripts: known, reason } = await api.call(listFileScripts, { filename: file, key: key.id });
  if (known === null) return `Not checked if the scripts exist: ${reason}.`;
  const names = new Map(known.map(({ name, problem }) => [folded(name), problem]));
  const problems = [...new Set(scripts)].flatMap((script) => {
    const problem = names.get(folded(script));
    if (problem === null) return [];
    if (problem !== undefined) return [`The script ${JSON.stringify(script)} can't be called: ${problem}.`];
    const near = nearest(
      script,
      known.map(({ name }) => name),
    );
    return [`The account of key ${key.id} sees no script ${JSON.stringify(script)} in ${database.filename}.${near}`];
  });
  if (problems.length === 0) return undefined;
  return `${problems.join(" ")} Clients don't see such a tool. Call list_scripts with the key ${key.id}.`;
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
