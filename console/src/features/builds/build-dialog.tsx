import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { pageCall } from "../../api/curl.ts";
import type { InputOf } from "../../api/operations.ts";
import { changing } from "../../api/query.ts";
import { buildMessages } from "../../messages/english/builds.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { NewBuildFields } from "./build-fields.tsx";

const text = buildMessages.dialog;
const address = "POST /svc/api/build";

/** Form for a new build. */
export default function BuildDialog({
  onClose,
  onStarted,
}: {
  readonly onClose: () => void;
  readonly onStarted: (processId: number) => void;
}) {
  const [build, setBuild] = useState<InputOf<typeof address>>();
  const [isSent, setSent] = useState(false);
  const start = useMutation(
    changing(address, ["GET /svc/api/build/db/list", "GET /svc/api/processes", "GET /svc/api/audit"]),
  );
  const submit = () => {
    setSent(true);
    if (build !== undefined) start.mutate(build, { onSuccess: ({ processId }) => onStarted(processId) });
  };
  return (
    <FormDialog
      title={text.title}
      text={text.text}
      submit={text.submit}
      isBusy={start.isPending}
      error={start.error}
      curl={() => pageCall(address, build ?? { files: [] })}
      onClose={onClose}
      onSubmit={submit}
    >
      <NewBuildFields isSent={isSent} onBuild={setBuild} />
    </FormDialog>
  );
}
