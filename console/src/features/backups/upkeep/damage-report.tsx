import { CircleX } from "lucide-react";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Chip } from "../../../ui/values/chip.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

const text = backupMessages.damage;

/** Missing and corrupt parts of a set, the time of their discovery, and remedies. */
export function DamageReport({ damage }: { readonly damage: NonNullable<OffsiteSchedule["damage"]> }) {
  const { found_at, objects, packs, files, file_count } = damage;
  return (
    <section aria-label={text.title} className="mt-3 flex flex-col gap-2 border-line border-t pt-3">
      <p className="flex flex-wrap items-center gap-2">
        <Chip tone="bad" icon={CircleX}>
          {text.title}
        </Chip>
        <Moment at={found_at} />
      </p>
      <p className="text-sm">{text.found(file_count, packs.length, objects.length)}</p>
      <ul className="max-h-56 overflow-y-auto text-sm">
        {files.map(({ snapshot, number, path }) => (
          <li key={`${snapshot} ${path}`} className="wrap-anywhere">
            {text.file(path, number)}
          </li>
        ))}
      </ul>
      {file_count > files.length && <p className="text-muted text-sm">{text.more(file_count - files.length)}</p>}
      <p className="font-medium text-sm">{text.whatToDo}</p>
    </section>
  );
}
