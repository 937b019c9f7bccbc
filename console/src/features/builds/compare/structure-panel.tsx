import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { InputOf, OutputOf } from "../../../api/operations.ts";
import { changing } from "../../../api/query.ts";
import { buildMessages } from "../../../messages/english/builds.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Sentence } from "../../../ui/feedback/sentence.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { ProgressBar } from "../../../ui/values/progress-bar.tsx";
import { FileOpeners } from "./file-openers.tsx";
import { StructureChanges } from "./structure-changes.tsx";

type Comparison = OutputOf<"GET /svc/api/build/db/compare">["comparison"];

const text = buildMessages.compare.structure;
const start = "POST /svc/api/build/db/compare";

/** Structural differences of the files that are in both builds, and the action that finds them. */
export function StructurePanel({
  comparison: { from, to, files, structure },
  areInOutbox,
  runLink,
}: {
  readonly comparison: Comparison;
  /** True if both builds still have their files. */
  readonly areInOutbox: boolean;
  readonly runLink: (processId: number, title: string) => ReactNode;
}) {
  const compare = useMutation(
    changing(start, ["GET /svc/api/build/db/compare", "GET /svc/api/processes", "GET /svc/api/audit"]),
  );
  const begin = (openers: InputOf<typeof start>["files"] = []) =>
    compare.mutate({ from: from.id, to: to.id, files: openers });
  const { state, processId, reason, comparedAt } = structure;
  const unreadable = structure.files.filter((file) => file.state === "unreadable");
  if (!files.some(({ differences }) => differences.includes("sha256"))) return null;

  const button = (title: string) =>
    areInOutbox ? (
      <Button
        needs="POST /svc/api/build/db/compare"
        busy={compare.isPending}
        onClick={() => begin()}
        className="self-start"
      >
        {title}
      </Button>
    ) : (
      <p className="text-muted text-sm">{text.gone}</p>
    );
  return (
    <section aria-labelledby="structure" className="mt-6 flex flex-col gap-3">
      <h3 id="structure" className="font-semibold">
        {text.title}
      </h3>
      {state === "none" && (
        <>
          <p className="text-muted text-sm">{text.text}</p>
          {button(text.start)}
        </>
      )}
      {state === "running" && (
        <div role="status" className="flex flex-col gap-2">
          <p>
            {processId !== null && runLink(processId, text.running)} {text.leave}
          </p>
          <ProgressBar label={text.running} share={undefined} />
        </div>
      )}
      {state === "failed" && (
        <>
          <p role="alert" className="text-bad">
            {reason === null ? text.aborted : <Sentence text={text.failed(reason)} />}
          </p>
          {button(text.again)}
        </>
      )}
      {structure.files.length > 0 && (
        <>
          {comparedAt !== null && (
            <p className="text-muted text-sm">
              {text.comparedAt} <Moment at={comparedAt} />
            </p>
          )}
          <StructureChanges files={structure.files} />
        </>
      )}
      {unreadable.length > 0 && state !== "running" && (
        <FileOpeners files={unreadable} canBegin={areInOutbox} isBusy={compare.isPending} onBegin={begin} />
      )}
      {compare.error && <Refusal error={compare.error} />}
    </section>
  );
}
