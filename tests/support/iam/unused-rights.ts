import type { Denial } from "./checked-calls.ts";
import { isAllowed, type Statement } from "./policy.ts";
import type { Roles } from "./roles.ts";

/** Returns the role rights that no call has used, one per line. A right to several partitions or resources counts as one right for each. */
export function unusedRights({ functions }: Roles, used: readonly Denial[]): readonly string[] {
  return Object.entries(functions).flatMap(([name, statements]) => {
    const own = used.filter((call) => call.function === name);
    return statements
      .flatMap(singleRights)
      .filter((right) => !own.some((call) => isAllowed([right], call)))
      .map((right) => `${name}: ${sentence(right)}`);
  });
}

function singleRights(statement: Statement): readonly Statement[] {
  const { actions, resources, conditions } = statement;
  const keyed = conditions.find(({ key }) => key === "dynamodb:LeadingKeys");
  const rest = conditions.filter((condition) => condition !== keyed);
  const choices = keyed === undefined ? [rest] : keyed.values.map((value) => [...rest, { ...keyed, values: [value] }]);
  return actions.flatMap((action) =>
    resources.flatMap((resource) =>
      choices.map((chosen) => ({ ...statement, actions: [action], resources: [resource], conditions: chosen })),
    ),
  );
}

function sentence({ actions, resources, conditions }: Statement): string {
  const partitions = conditions.filter(({ key }) => key === "dynamodb:LeadingKeys").flatMap(({ values }) => values);
  return [...actions, "on", ...resources, ...partitions].join(" ");
}
