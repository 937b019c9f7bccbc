import { Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { paths } from "../paths.ts";

/** Link back to the list that a page belongs to. */
export function BackLink({
  to,
  search,
  text,
}: {
  readonly to:
    | typeof paths.files
    | typeof paths.processes
    | typeof paths.deployments
    | typeof paths.recipes
    | typeof paths.schedules
    | typeof paths.backups
    | typeof paths.keys
    | typeof paths.logs
    | typeof paths.adminKeys
    | typeof paths.mcpServers
    | typeof paths.webhooks
    | typeof paths.deliveries
    | typeof paths.triggers;
  /** Filter of the list. */
  readonly search?: Readonly<Record<string, string>>;
  readonly text: string;
}) {
  return (
    <Link
      to={to}
      {...(search && { search })}
      className="-ml-1 inline-flex items-center gap-0.5 text-muted text-sm leading-target underline-offset-2 hover:underline"
    >
      <ChevronLeft aria-hidden size={14} />
      {text}
    </Link>
  );
}
