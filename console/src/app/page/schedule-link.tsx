import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";

/** Link to a schedule, with its name. */
export function ScheduleLink({
  schedule: { id, name },
}: {
  readonly schedule: { readonly id: number; readonly name: string };
}) {
  return (
    <Link
      to={paths.schedule}
      params={{ id: String(id) }}
      className="inline-block leading-target underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  );
}
