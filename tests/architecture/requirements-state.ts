import { foundations, resources } from "../requirements/groups.ts";
import type { RequirementList } from "../requirements/requirement.ts";
import { requirements } from "../requirements.ts";

/** Progress of one resource or foundation. */
interface GroupState {
  readonly group: string;
  /** Number of requirements with at least one test. */
  readonly built: number;
  /** Number of gaps: neither planned for later nor cited by a test. */
  readonly open: number;
  readonly planned: number;
}

/** Returns the state per group, in the order of the groups; groups without requirements are omitted. */
export function requirementsState(
  cited: ReadonlySet<string>,
  list: RequirementList = requirements,
): readonly GroupState[] {
  const all = Object.entries(list).map(([id, { planned }]) => ({
    group: groupOf(id),
    state: planned !== undefined ? "planned" : cited.has(id) ? "built" : "open",
  }));
  return [...foundations, ...resources]
    .map((group) => {
      const count = (state: string) => all.filter((entry) => entry.group === group && entry.state === state).length;
      return { group, built: count("built"), open: count("open"), planned: count("planned") };
    })
    .filter(({ built, open, planned }) => built + open + planned > 0);
}

/** Returns the first word of an id: `keys:data:one-file` belongs to `keys`. */
export function groupOf(id: string): string {
  return id.slice(0, id.indexOf(":"));
}

/** Returns the states as a readable table with a row of totals. */
export function printedState(states: readonly GroupState[]): string {
  const sum = (column: "built" | "open" | "planned") => states.reduce((total, state) => total + state[column], 0);
  const rows = [...states, { group: "all", built: sum("built"), open: sum("open"), planned: sum("planned") }];
  const width = Math.max(...rows.map(({ group }) => group.length));
  return [
    `${"".padEnd(width)}  built  open  planned`,
    ...rows.map(
      ({ group, built, open, planned }) =>
        `${group.padEnd(width)}  ${String(built).padStart(5)}  ${String(open).padStart(4)}  ${String(planned).padStart(7)}`,
    ),
  ].join("\n");
}
