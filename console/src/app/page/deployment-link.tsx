import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";

/** Link to a part of a deployment, with its name. */
export function DeploymentLink({
  part: { id, name },
}: {
  readonly part: { readonly id: number; readonly name: string };
}) {
  return (
    <Link
      to={paths.deployment}
      params={{ id: String(id) }}
      className="inline-block leading-target underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  );
}
