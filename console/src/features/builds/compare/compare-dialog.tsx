import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { pageCall } from "../../../api/curl.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { reading } from "../../../api/query.ts";
import { buildMessages } from "../../../messages/english/builds.ts";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { ComparedFiles } from "./compared-files.tsx";
import { StructurePanel } from "./structure-panel.tsx";

type Build = OutputOf<"GET /svc/api/build/db/list">["builds"][number];

const text = buildMessages.compare;
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const address = "GET /svc/api/build/db/compare";
/** Refresh interval of a running comparison when there is no event stream. */
const refreshMs = 2_000;

/** Comparison of two builds, file by file. The user selects the builds here. */
export default function CompareDialog({
  builds,
  first,
  runLink,
  onClose,
}: {
  /** Comparable builds, newest first. */
  readonly builds: readonly Build[];
  readonly first: { readonly from: number; readonly to: number };
  readonly runLink: (processId: number, title: string) => ReactNode;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState(first);
  const compared = useQuery({
    ...reading(address, chosen),
    refetchInterval: ({ state }) => (state.data?.comparison.structure.state === "running" ? refreshMs : false),
  });
  const areInOutbox = [chosen.from, chosen.to].every((id) =>
    builds.some((build) => build.id === id && build.existsInOutbox),
  );
  const options = builds.map(({ id, build_id, created_at }) => ({
    value: String(id),
    text: text.option(build_id, moment.format(new Date(created_at))),
  }));
  return (
    <Dialog
      open
      wide
      title={text.title}
      text={text.text}
      onClose={onClose}
      actions={
        <>
          <CurlButton calls={[pageCall(address, chosen)]} className="mr-auto" />
          <Button look="primary" onClick={onClose}>
            {messages.dialog.close}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={text.from}
          value={String(chosen.from)}
          options={options}
          onChange={(id) => setChosen({ ...chosen, from: Number(id) })}
        />
        <SelectField
          label={text.to}
          value={String(chosen.to)}
          options={options}
          onChange={(id) => setChosen({ ...chosen, to: Number(id) })}
        />
      </div>
      <div className="mt-4">
        <ReadFailure reads={[compared]} />
        {compared.isPending && <Loading rows={3} list="short" />}
        {compared.data && (
          <>
            <ComparedFiles files={compared.data.comparison.files} />
            <StructurePanel
              // A new pair starts with a new filter and without the previous error.
              key={`${chosen.from} ${chosen.to}`}
              comparison={compared.data.comparison}
              areInOutbox={areInOutbox}
              runLink={runLink}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
