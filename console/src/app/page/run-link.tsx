import { Link } from "@tanstack/react-router";
import { classes } from "../../ui/classes.ts";
import { paths } from "../paths.ts";

/** Link to a run, with its title. */
export function RunLink({
  run: { id, title },
  className = "inline-block",
}: {
  readonly run: { readonly id: number; readonly title: string };
  readonly className?: string;
}) {
  return (
    <Link
      to={paths.process}
      params={{ id: String(id) }}
      className={classes("leading-target underline-offset-2 hover:underline", className)}
    >
      {title}
    </Link>
  );
}
