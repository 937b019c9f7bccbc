import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { reading } from "../../../api/query.ts";
import { keyUserMessages as text } from "../../../messages/english/keys/key-users.ts";

/** Key with the files that it names. Rows from a list of all keys don't have them. */
interface KeyWithFiles {
  readonly id: number;
  readonly databases?: readonly string[];
}

/** Everything that stops when these keys are deleted: table triggers that use them, and webhooks that receive events with them. */
export function KeyUsers({ rows }: { readonly rows: readonly KeyWithFiles[] }) {
  const triggers = useQuery(reading("GET /svc/api/triggers", {}));
  const webhooks = useQuery(reading("GET /svc/api/webhooks", {}));
  const ids = new Set(rows.map(({ id }) => id));
  const stopped = (triggers.data?.triggers ?? []).filter(({ access: { keyId } }) => keyId !== null && ids.has(keyId));
  const reached = (webhooks.data?.webhooks ?? []).filter(({ database }) =>
    rows.some(({ databases }) => databases?.includes(database)),
  );
  const unread = [...(triggers.isError ? [text.triggers] : []), ...(webhooks.isError ? [text.webhooks] : [])];
  if (triggers.isPending || webhooks.isPending) return <p className="text-muted">{text.reading}</p>;
  return (
    <section aria-label={text.title} className="flex flex-col gap-1 text-sm">
      <h3 className="font-medium">{text.title}</h3>
      <ul className="flex flex-col gap-1">
        {stopped.map(({ id, label }) => (
          <li key={`trigger-${id}`} className="flex items-start gap-2">
            <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-warn" />
            {text.trigger(label)}
          </li>
        ))}
        {reached.map(({ id, label, channel, database }) => (
          <li key={`webhook-${id}`} className="flex items-start gap-2">
            <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-warn" />
            {text.webhook(label || channel, database)}
          </li>
        ))}
        {unread.length > 0 && <li className="text-bad">{text.unread(unread.join(", "))}</li>}
        {stopped.length + reached.length + unread.length === 0 && <li className="text-muted">{text.none}</li>}
      </ul>
    </section>
  );
}
