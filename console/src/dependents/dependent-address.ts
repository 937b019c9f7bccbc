import type { Dependent } from "#shared/dependents/contract.ts";
import { paths } from "../app/paths.ts";

const pages: Readonly<Partial<Record<Dependent["kind"], string>>> = {
  "data-key": paths.key,
  "admin-key": paths.adminKey,
  webhook: paths.webhook,
  trigger: paths.trigger,
  "mcp-server": paths.mcpServer,
  schedule: paths.schedule,
  recipe: paths.recipe,
  "offsite-schedule": paths.backup,
  file: paths.file,
};

/** Returns the address of a dependent's page. Undefined if it has none of its own. */
export function addressOfDependent({ kind, id }: Pick<Dependent, "kind" | "id">): string | undefined {
  return pages[kind]?.replace(/\$\w+$/, encodeURIComponent(id));
}
