import type { InputSchema, Parameter } from "#shared/mcp-servers/tools/contract.ts";

/** Typed text for each parameter. Empty: the argument is omitted. */
export type GivenTexts = Readonly<Record<string, string>>;

/** Returns the arguments for the script. An invalid number stays text, so that the service rejects it. */
export function argumentsOf(schema: InputSchema, given: GivenTexts): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, parameter]) => {
      const typed = given[name] ?? "";
      return typed === "" ? [] : [[name, argumentOf(parameter, typed)]];
    }),
  );
}

function argumentOf({ type, isArray }: Parameter, typed: string): unknown {
  if (type === "boolean") return typed === "true";
  const one = (text: string) =>
    type === "number" && text.trim() !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
  return isArray ? typed.split("\n").filter(Boolean).map(one) : one(typed);
}
