import { ownAbilities } from "../contract/agent/abilities.ts";
import { type Command, type CommandName, commands } from "../contract/agent/command.ts";
import type { HostReport } from "../contract/agent/host-commands.ts";
import { isWork, type WorkForm, works } from "../contract/agent/work.ts";
import { ServiceError } from "../contract/errors.ts";

type Fields = Readonly<Record<string, unknown>>;
/** What an agent has said of itself; null before its first word. */
type Told = Pick<HostReport, "commands" | "abilities"> | null;

/**
 * The fields of a command as an agent of its version takes them: without those that it may do without. It refuses what it
 * does not know, so a condition is never passed over. @throws ServiceError agent_too_old where it would
 */
export function fitted(told: Told, name: CommandName, fields: Fields): Fields {
  if (told === null) return fields;
  if (!told.commands.includes(name)) throw tooOld(name);
  const forAgent = without(told, name, fields, spareOf(commands[name]));
  if (name !== "work.start" || typeof fields.work !== "string") return forAgent;
  const { work } = fields;
  if (told.abilities !== undefined && told.abilities[work] === undefined) throw tooOld(work);
  const spare = isWork(work) ? spareOf(works[work]) : [];
  return { ...forAgent, fields: without(told, work, fields.fields as Fields, spare) };
}

/** What this service knows and the agent does not, as `log.lines waitMs`. Undefined where the agent says too little. */
export function lackOf({ abilities: known }: Pick<HostReport, "abilities">): readonly string[] | undefined {
  if (known === undefined) return undefined;
  return Object.entries(ownAbilities()).flatMap(([name, fields]) => {
    const its = known[name];
    if (its === undefined) return [name];
    return fields.filter((field) => !its.includes(field)).map((field) => `${name} ${field}`);
  });
}

/** Whether an agent does well to be updated. One that says nothing of its fields is from before they were told. */
export function isOutdated(report: HostReport | null): boolean {
  return report !== null && (lackOf(report)?.length ?? 1) > 0;
}

function without({ abilities: known }: NonNullable<Told>, name: string, fields: Fields, spare: readonly string[]) {
  const its = known?.[name];
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // One that does not say what it knows is given what has been there from the beginning.
  const isKnown = (field: string) => (its === undefined ? !spare.includes(field) : its.includes(field));
  const strange = given.find(([field]) => !isKnown(field) && !spare.includes(field));
  if (strange !== undefined) throw tooOld(`${name} with ${strange[0]}`);
  return Object.fromEntries(given.filter(([field]) => isKnown(field)));
}

function spareOf({ spare = [] }: Command | WorkForm): readonly string[] {
  return spare;
}

function tooOld(text: string): ServiceError {
  return new ServiceError("agent_too_old", { text });
}
