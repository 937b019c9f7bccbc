import type { InputSchema, Parameter } from "#shared/mcp-servers/tools/contract.ts";

/** What is filled in for each parameter. Empty: it is not given. */
export type GivenTexts = Readonly<Record<string, string>>;

/** The arguments as the script gets them. What is no number stays text, and the service says that it does not fit. */
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
