import { ServiceError } from "#shared/contract/errors.ts";
import { ownAbilities } from "./protocol/abilities.ts";
import { type Command, type CommandName, commands } from "./protocol/command.ts";
import type { HostReport } from "./protocol/commands/host-commands.ts";
import { isTask, type TaskDefinition, tasks } from "./protocol/tasks/task.ts";

type Fields = Readonly<Record<string, unknown>>;
/** Capabilities that an agent reported; null before its first report. */
type ReportedCapabilities = Pick<HostReport, "commands" | "abilities"> | null;

/**
 * Returns the fields that an agent of this version understands, without optional ones that it doesn't know. The agent rejects unknown
 * fields, so it never ignores a condition silently.
 * @throws ServiceError agent_too_old if it doesn't know a required field
 */
export function negotiatedFields(reported: ReportedCapabilities, name: CommandName, fields: Fields): Fields {
  if (reported === null) return fields;
  if (!reported.commands.includes(name)) throw tooOld(name);
  const forAgent = withoutUnknown(reported, name, fields, spareOf(commands[name]));
  if (name !== "work.start" || typeof fields.work !== "string") return forAgent;
  const { work } = fields;
  if (reported.abilities !== undefined && reported.abilities[work] === undefined) throw tooOld(work);
  const spare = isTask(work) ? spareOf(tasks[work]) : [];
  return { ...forAgent, fields: withoutUnknown(reported, work, fields.fields as Fields, spare) };
}

/** Returns what this service supports and the agent doesn't, such as `log.lines waitMs`. Undefined if the agent reports too little. */
export function missingCapabilities({
  abilities: known,
}: Pick<HostReport, "abilities">): readonly string[] | undefined {
  if (known === undefined) return undefined;
  return Object.entries(ownAbilities()).flatMap(([name, fields]) => {
    const its = known[name];
    if (its === undefined) return [name];
    return fields.filter((field) => !its.includes(field)).map((field) => `${name} ${field}`);
  });
}

/** True if the agent should be updated. An agent that reports no fields is older than such reports. */
export function isOutdated(report: HostReport | null): boolean {
  return report !== null && (missingCapabilities(report)?.length ?? 1) > 0;
}

function withoutUnknown(
  { abilities: known }: NonNullable<ReportedCapabilities>,
  name: string,
  fields: Fields,
  spare: readonly string[],
) {
  const its = known?.[name];
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // An agent that doesn't report its fields gets those that have always existed.
  const isKnown = (field: string) => (its === undefined ? !spare.includes(field) : its.includes(field));
  const unknownField = given.find(([field]) => !isKnown(field) && !spare.includes(field));
  if (unknownField !== undefined) throw tooOld(`${name} with ${unknownField[0]}`);
  return Object.fromEntries(given.filter(([field]) => isKnown(field)));
}

function spareOf({ spare = [] }: Command | TaskDefinition): readonly string[] {
  return spare;
}

function tooOld(text: string): ServiceError {
  return new ServiceError("agent_too_old", { text });
}
