import { Plus, Trash2 } from "lucide-react";
import { accessMessages } from "../../../messages/english/installation/access.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { MomentField } from "../../../ui/fields/moment-field.tsx";
import { isWhole, maxNotices, type NoticeDraft, problemOf } from "./status-page-draft.ts";

const text = accessMessages.statusPage.notices;
const needs = "PUT /svc/api/settings/status-page";

/** Further planned events: a line of text for each, with its start and end. */
export function NoticeFields({
  notices,
  isSent,
  onChange,
}: {
  readonly notices: readonly NoticeDraft[];
  /** True if missing fields are marked. */
  readonly isSent: boolean;
  readonly onChange: (notices: readonly NoticeDraft[]) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">{text.title}</legend>
      {notices.map((notice, index) => (
        <NoticeRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key in the form
          key={index}
          number={index + 1}
          notice={notice}
          isSent={isSent}
          onChange={(next) => onChange(notices.with(index, next))}
          onRemove={() => onChange(notices.toSpliced(index, 1))}
        />
      ))}
      {notices.length < maxNotices && (
        <Button
          needs={needs}
          className="self-start"
          onClick={() => onChange([...notices, { text: "", startsAt: undefined, endsAt: undefined }])}
        >
          <Plus aria-hidden size={14} />
          {text.add}
        </Button>
      )}
    </fieldset>
  );
}

function NoticeRow({
  number,
  notice,
  isSent,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly notice: NoticeDraft;
  readonly isSent: boolean;
  readonly onChange: (notice: NoticeDraft) => void;
  readonly onRemove: () => void;
}) {
  const set = (change: Partial<NoticeDraft>) => onChange({ ...notice, ...change });
  const problem = isSent && !isWhole(notice) ? problemOf(notice) : undefined;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-line border-b pb-3">
      <legend className="sr-only">{text.numbered(number)}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <TextField
          label={text.numbered(number)}
          placeholder={text.placeholder}
          maxLength={200}
          value={notice.text}
          onChange={({ target }) => set({ text: target.value })}
        />
        <IconButton needs={needs} icon={Trash2} label={text.remove(number)} onClick={onRemove} />
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <MomentField label={text.from} value={notice.startsAt} onChange={(startsAt) => set({ startsAt })} />
        <MomentField label={text.to} value={notice.endsAt} onChange={(endsAt) => set({ endsAt })} />
      </div>
      {problem && (
        <p role="alert" className="text-bad text-sm">
          {text.problems[problem]}
        </p>
      )}
    </fieldset>
  );
}
