import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";

export function FileLink({ name }: { readonly name: string }) {
  return (
    <Link to={paths.file} params={{ name }} className="inline-block leading-target underline-offset-2 hover:underline">
      {name}
    </Link>
  );
}
