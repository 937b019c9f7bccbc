import { messages } from "../../../messages/messages.ts";
import { Chip } from "../../../ui/values/chip.tsx";
import type { KeyToDelete } from "./key-to-delete.ts";

/** List of the keys to delete, those in use first, regardless of their number. */
export default function KeysToDelete({
  rows,
  used,
}: {
  readonly rows: readonly KeyToDelete[];
  /** Rows that were used lately. */
  readonly used: readonly KeyToDelete[];
}) {
  const inUse = new Set(used);
  return (
    <ul
      aria-label={messages.keys.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {[...used, ...rows.filter((row) => !inUse.has(row))].map((row) => (
        <li key={row.id} className="flex flex-wrap items-center gap-2 px-3 py-2">
          <span className="min-w-0 flex-1 truncate font-medium" title={row.label ?? undefined}>
            {row.label || messages.keys.noLabel}
          </span>
          {inUse.has(row) && <Chip tone="warn">{messages.keys.remove.recent}</Chip>}
          <code className="font-mono text-muted text-sm">{row.key}</code>
        </li>
      ))}
    </ul>
  );
}
