import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { agentMessages } from "../../messages/english/agents.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { ProgressBar } from "../../ui/values/progress-bar.tsx";

const text = agentMessages;
const agentUnavailable = 18120;

/** Free space of the host's disks. Folders on the same disk share a row. */
export function DiskPanel({ actions }: { readonly actions: ReactNode }) {
  const space = useQuery({ ...reading("GET /svc/api/disk-space", {}), refetchInterval: 60_000 });
  const isUnavailable = space.error instanceof Refused && space.error.code === agentUnavailable;
  return (
    <Panel title={text.disk} actions={actions} flush>
      {space.isPending && <Loading rows={1} list="tall" />}
      {space.isError &&
        (isUnavailable ? <p className="p-4 text-muted">{text.diskNone}</p> : <ReadFailure reads={[space]} />)}
      {space.data && !isUnavailable && (
        <ul className="divide-y divide-line">
          {disksOf(space.data.folders).map(({ names, freeBytes, totalBytes, hasRoom }) => (
            <li key={names} className="flex flex-col gap-1.5 px-4 py-2.5">
              <p className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="min-w-0">{names}</span>
                <span className="text-muted tabular-nums">
                  {totalBytes === null ? byteSize(freeBytes) : text.of(byteSize(freeBytes), byteSize(totalBytes))}
                </span>
              </p>
              {totalBytes !== null && <ProgressBar label={names} share={1 - freeBytes / totalBytes} />}
              {hasRoom === false && (
                <span>
                  <Chip tone="bad" icon={TriangleAlert}>
                    {text.diskLow}
                  </Chip>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Space = OutputOf<"GET /svc/api/disk-space">["folders"][number];

/** Groups folders by disk: same size and free space mean the same disk. */
function disksOf(folders: readonly Space[]) {
  const disks = new Map<string, Pick<Space, "totalBytes" | "hasRoom"> & { names: string; freeBytes: number }>();
  for (const { folder, freeBytes, totalBytes, hasRoom } of folders) {
    if (freeBytes === null) continue;
    // Rounded, because free space can change while the agent measures one folder after the other.
    const same = `${totalBytes}/${byteSize(freeBytes)}`;
    const before = disks.get(same);
    const name = text.roots[folder];
    disks.set(same, { freeBytes, totalBytes, hasRoom, names: before ? `${before.names}, ${name}` : name });
  }
  return [...disks.values()];
}
