import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { configuration, serviceOrigin } from "../../../api/configuration.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { changing, queryClient, reading } from "../../../api/query.ts";
import { Refused } from "../../../api/refused.ts";
import { useMay } from "../../../api/role.ts";
import { accessMessages } from "../../../messages/english/installation/access.ts";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyIcon } from "../../../ui/buttons/copy-button.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { useTyped } from "../../../ui/fields/use-typed.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { NoticeFields } from "./notice-fields.tsx";
import { ShownFiles, ShownSchedules } from "./shown-fields.tsx";
import { isWhole, type NoticeDraft } from "./status-page-draft.ts";

const text = accessMessages.statusPage;
const address = "GET /svc/api/settings/status-page";
const change = "PUT /svc/api/settings/status-page";
const settingsChanged = 412;

type Stored = OutputOf<typeof address>;

/** Settings of the status page, which users of the files can see without a sign-in. */
export default function StatusPagePanel() {
  const read = useQuery(reading(address, {}));
  return (
    <Panel title={text.title} text={text.text}>
      {read.isPending && <Loading rows={5} />}
      <ReadFailure reads={[read]} />
      {read.data && <StatusPageForm stored={read.data} />}
    </Panel>
  );
}

function StatusPageForm({ stored: { version, ...stored } }: { readonly stored: Stored }) {
  const { draft, isChanged, set, reset, saved } = useTyped<Omit<Stored, "notices" | "version"> & Notices>(stored);
  const [isSent, setSent] = useState(false);
  const mayChange = useMay("administrator");
  const save = useMutation(changing(change, [address, "GET /svc/api/audit"]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    const notices = draft.notices.filter(isWhole);
    if (notices.length < draft.notices.length) return;
    save.mutate(
      { ...draft, notices, version },
      {
        onSuccess: ({ isOn }) => {
          saved();
          setSent(false);
          announce(text.saved(isOn));
        },
        // Reads the other version: the user's input stays, and can be saved over it.
        onError: (thrown) => {
          if (thrown instanceof Refused && thrown.status === settingsChanged)
            void queryClient.invalidateQueries({ queryKey: [address] });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} {...(isChanged && { "data-unsaved": true })}>
      <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-4">
        <legend className="sr-only">{text.title}</legend>
        <Switch label={text.isOn} text={text.isOnText} checked={draft.isOn} onChange={(isOn) => set({ isOn })} />
        {stored.isOn && <PageLink />}
        <TextField
          label={text.heading}
          hint={text.headingHint}
          maxLength={100}
          value={draft.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <ShownFiles files={draft.files} onChange={(files) => set({ files: [...files] })} />
        <ShownSchedules schedules={draft.schedules} onChange={(schedules) => set({ schedules: [...schedules] })} />
        <NoticeFields notices={draft.notices} isSent={isSent} onChange={(notices) => set({ notices })} />
      </fieldset>
      {save.error && (
        <div className="mt-4">
          <Refusal error={save.error} />
        </div>
      )}
      {mayChange ? (
        <div className="mt-4 flex gap-2">
          <Button needs={change} type="submit" look="primary" disabled={!isChanged} busy={save.isPending}>
            {text.save}
          </Button>
          <Button needs={change} disabled={!isChanged} onClick={reset}>
            {text.reset}
          </Button>
        </div>
      ) : (
        <p className="mt-4 text-muted">{text.onlyAdministrators}</p>
      )}
    </form>
  );
}

interface Notices {
  readonly notices: readonly NoticeDraft[];
}

/** Link to the page, once it exists. */
function PageLink() {
  const path = `/${configuration().prefix}/status`;
  const whole = `${serviceOrigin()}${path}`;
  return (
    <p className="flex min-w-0 items-center gap-1">
      <a className="min-w-0 break-all text-accent leading-target underline underline-offset-2" href={path}>
        {whole}
      </a>
      <CopyIcon text={whole} label={messages.copy.curlOf(text.address)} />
    </p>
  );
}
