import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { processWords } from "../words/processes.ts";
import { paths } from "./paths.ts";

const Activity = lazy(() => import("../features/processes/activity.tsx"));

const linkClasses = "rounded underline decoration-line-strong underline-offset-2 hover:decoration-current";

/** What runs now, from every page. */
export function ActivityButton() {
  return (
    <Suspense fallback={<span className="size-8 shrink-0" />}>
      <Activity
        linkTo={({ id, title }, close) => (
          <Link to={paths.process} params={{ id: String(id) }} onClick={close} className={linkClasses}>
            {title}
          </Link>
        )}
        all={(close) => (
          <Link to={paths.processes} onClick={close} className={linkClasses}>
            {processWords.activityAll}
          </Link>
        )}
      />
    </Suspense>
  );
}
