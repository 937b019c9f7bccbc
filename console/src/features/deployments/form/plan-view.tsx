import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { OutputOf } from "../../../api/operations.ts";
import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { deploymentMessages } from "../../../messages/english/deployments.ts";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { ByteSize } from "../../../ui/values/byte-size.tsx";
import { duration } from "../../../ui/values/duration.ts";

const text = deploymentFormMessages.plan;
const numbered = (index: number) => deploymentFormMessages.parts.part(index + 1);

export type Plan = OutputOf<"POST /svc/api/deployment/plan">;
type PlannedPart = Plan["parts"][number];
type PlannedFile = PlannedPart["files"][number];

const levels = {
  error: { icon: CircleAlert, tone: "text-bad" },
  warning: { icon: TriangleAlert, tone: "text-warn" },
  info: { icon: Info, tone: "text-muted" },
} as const;

/** Problems found by the plan, and what the deployment will do. */
export function PlanView({ plan }: { readonly plan: Plan }) {
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="font-semibold">
        {text.verdicts[plan.verdict]}
      </p>
      {plan.parts.map((part, index) => (
        <PartView
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key before they run
          key={index}
          part={part}
          title={plan.parts.length === 1 ? part.name : (part.name ?? numbered(index))}
        />
      ))}
    </div>
  );
}

function PartView({
  part: { findings, files, disks, memory, expected },
  title,
}: {
  readonly part: PlannedPart;
  readonly title: string | null;
}) {
  return (
    <section className="flex flex-col gap-3">
      {title !== null && <h3 className="font-semibold">{title}</h3>}
      <ul className="flex flex-col gap-1.5">
        {findings.map(({ level, fileName, text: said }) => {
          const { icon: Icon, tone } = levels[level];
          return (
            <li key={`${fileName} ${said}`} className="flex items-start gap-2">
              <Icon aria-label={text.levels[level]} size={16} className={`mt-0.5 shrink-0 ${tone}`} />
              <span className="min-w-0 break-words">
                {fileName !== null && <span className="font-medium">{fileName}: </span>}
                {said}
              </span>
            </li>
          );
        })}
      </ul>
      <p>{expected === null ? text.noFigures : text.expected(duration(expected.closedMs), expected.basis)}</p>
      <div className="rounded-md border border-line">
        <DataTable
          label={deploymentMessages.files}
          rows={files.map((file, id) => ({ ...file, id }))}
          columns={fileColumns}
          nameOf={({ fileName }) => fileName}
        />
      </div>
      <ul className="text-muted text-sm">
        {disks.map(({ folder, neededBytes, freeBytes }) => (
          <li key={folder}>
            {folder}: {text.needed} <ByteSize bytes={neededBytes} />, {text.free} <ByteSize bytes={freeBytes} />
          </li>
        ))}
        <li>
          {text.memory}: {text.needed} <ByteSize bytes={memory.neededBytes} />, {text.free}{" "}
          <ByteSize bytes={memory.freeBytes} />
        </li>
      </ul>
    </section>
  );
}

const fileColumns: readonly Column<PlannedFile & { readonly id: number }>[] = [
  {
    id: "file",
    title: deploymentMessages.page.file,
    cell: ({ fileName, usedBy }) => (
      <div className="min-w-0">
        <p className="break-words font-medium">{fileName}</p>
        {usedBy.length > 0 && (
          <p className="break-words text-muted text-sm">
            {text.usedBy(usedBy.map(({ kind, id, label }) => `${text.dependents[kind]} ${label ?? id}`).join(", "))}
          </p>
        )}
      </div>
    ),
  },
  {
    id: "operation",
    title: deploymentMessages.page.operation,
    cell: ({ operation }) => deploymentMessages.page.operations[operation],
    className: "w-28",
  },
  {
    id: "people",
    title: text.people,
    cell: ({ people }) =>
      people.length === 0
        ? deploymentMessages.page.nobody
        : people.map(({ userName, computerName }) => userName || computerName).join(", "),
  },
  {
    id: "size",
    title: deploymentMessages.page.size,
    cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : <ByteSize bytes={sizeBytes} />),
    className: "w-28",
  },
];
