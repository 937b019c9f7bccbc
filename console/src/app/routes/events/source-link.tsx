import { Link } from "@tanstack/react-router";
import { paths } from "../../paths.ts";
import { useDeliverySources } from "./delivery-sources.ts";

const classes = "inline-block leading-target underline-offset-2 hover:underline";

/** Link to the source of deliveries: a webhook, a table trigger, or a destination of notifications. */
export function SourceLink({ source }: { readonly source: string }) {
  const known = useDeliverySources().sources.find((each) => each.source === source);
  if (known === undefined) return <code>{source}</code>;
  if (known.group === "notification")
    return (
      <Link to={paths.settings} params={{ part: "notifications" }} className={classes}>
        {known.name}
      </Link>
    );
  return (
    <Link
      to={known.group === "webhook" ? paths.webhook : paths.trigger}
      params={{ id: String(known.ownerId) }}
      className={classes}
    >
      {known.name}
    </Link>
  );
}
