import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../paths.ts";

/** Link to the delivery page. */
export function DeliveryLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Link
      to={paths.delivery}
      params={{ id }}
      className="inline-block break-all leading-target underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  );
}
