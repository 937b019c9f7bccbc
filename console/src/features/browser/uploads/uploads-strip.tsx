import { CircleAlert, CircleCheck, CirclePause, Clock, LoaderCircle, Pause, Play, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { loadPart } from "../../../api/page-parts.ts";
import { browserMessages } from "../../../messages/english/browser.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { byteSize } from "../../../ui/values/byte-size.tsx";
import { duration } from "../../../ui/values/duration.ts";
import { ProgressBar } from "../../../ui/values/progress-bar.tsx";
import { forgetUpload, type KeptUpload, keptUploads } from "./kept-uploads.ts";
import {
  beginUpload,
  cancelUpload,
  clearFinished,
  type HostUpload,
  pauseUpload,
  resumeUpload,
  settleConflict,
  useUploads,
} from "./uploads.ts";

const text = browserMessages.uploads;
const icons = {
  waiting: Clock,
  sending: LoaderCircle,
  paused: CirclePause,
  done: CircleCheck,
  conflict: CircleAlert,
  failed: CircleAlert,
} as const;

/** Running uploads, and unfinished ones of earlier pages. */
export function UploadsStrip({ partBytes }: { readonly partBytes: number }) {
  const uploads = useUploads();
  const [kept, setKept] = useState(() => keptUploads(Date.now()));
  const left = kept.filter(
    ({ metadata }) => !uploads.some(({ name, folder }) => name === metadata.filename && folder === metadata.path),
  );
  if (uploads.length === 0 && left.length === 0) return null;
  const running = uploads.filter(({ state }) => state === "sending" || state === "waiting").length;
  const forget = (one: KeptUpload) => {
    forgetUpload(one);
    setKept(kept.filter(({ urlStorageKey }) => urlStorageKey !== one.urlStorageKey));
  };
  return (
    <section
      aria-label={text.label}
      className="flex max-h-64 shrink-0 flex-col overflow-hidden rounded-lg border border-line-strong bg-panel"
    >
      <header className="flex min-h-10 items-center gap-3 border-line border-b px-4">
        <h2 className="flex-1 font-medium text-sm">{running > 0 ? text.running(running) : text.over}</h2>
        {uploads.some(({ state }) => state === "done") && (
          <Button look="quiet" onClick={clearFinished}>
            {text.clear}
          </Button>
        )}
      </header>
      <ul className="divide-y divide-line overflow-y-auto">
        {uploads.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
        {left.map((one) => (
          <Kept key={one.urlStorageKey} kept={one} partBytes={partBytes} onForget={() => forget(one)} />
        ))}
      </ul>
    </section>
  );
}

function Row({ upload }: { readonly upload: HostUpload }) {
  const { id, name, state } = upload;
  const Icon = icons[state];
  const isBad = state === "conflict" || state === "failed";
  return (
    <Line
      icon={
        <Icon
          aria-hidden
          size={16}
          className={
            state === "sending"
              ? "shrink-0 animate-spin text-accent"
              : isBad
                ? "shrink-0 text-bad"
                : state === "done"
                  ? "shrink-0 text-good"
                  : "shrink-0 text-muted"
          }
        />
      }
      name={name}
      folder={upload.folder}
      state={<State upload={upload} />}
      bar={state === "sending" && <ProgressBar label={name} share={shareOf(upload)} className="mt-1 h-1.5" />}
    >
      {state === "conflict" && (
        <>
          <Button onClick={() => settleConflict(id, "replace")}>{text.replace}</Button>
          <Button onClick={() => settleConflict(id, "keepBoth")}>{text.keepBoth}</Button>
          <Button onClick={() => void cancelUpload(id)}>{text.skip}</Button>
        </>
      )}
      {state === "failed" && <Button onClick={() => resumeUpload(id)}>{text.retry}</Button>}
      {state === "sending" && <IconButton icon={Pause} label={text.pause(name)} onClick={() => pauseUpload(id)} />}
      {state === "paused" && <IconButton icon={Play} label={text.resume(name)} onClick={() => resumeUpload(id)} />}
      {state !== "done" && state !== "conflict" && (
        <IconButton icon={X} label={text.cancel(name)} onClick={() => void cancelUpload(id)} />
      )}
    </Line>
  );
}

function State({ upload }: { readonly upload: HostUpload }) {
  const { state, sentBytes, sizeBytes, bytesPerSecond } = upload;
  if (state === "done") return <>{text.states.done}</>;
  const parts = [
    state === "failed" ? (upload.text ?? text.states.failed) : text.states[state],
    ...(state === "sending" || state === "paused" ? [text.sent(byteSize(sentBytes), byteSize(sizeBytes))] : []),
    ...(state === "sending" && bytesPerSecond
      ? [text.rest(duration(Math.ceil((sizeBytes - sentBytes) / bytesPerSecond) * 1_000))]
      : []),
  ];
  return (
    <span className={state === "failed" || state === "conflict" ? "text-bad" : undefined}>{parts.join(" · ")}</span>
  );
}

function shareOf({ sentBytes, sizeBytes }: HostUpload): number {
  return sizeBytes === 0 ? 1 : sentBytes / sizeBytes;
}

/**
 * Unfinished upload. A page can't read files that were selected in an earlier one: the user selects the file again, and the upload resumes.
 */
function Kept({
  kept,
  partBytes,
  onForget,
}: {
  readonly kept: KeptUpload;
  readonly partBytes: number;
  readonly onForget: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { filename: name = "", path: folder = "" } = kept.metadata;
  const giveUp = () => {
    onForget();
    // The host deletes abandoned uploads automatically, so a failed call doesn't matter.
    void loadPart(() => import("tus-js-client"))
      .then(({ Upload }) => Upload.terminate(kept.uploadUrl ?? ""))
      .catch(() => undefined);
  };
  return (
    <Line
      icon={<CirclePause aria-hidden size={16} className="shrink-0 text-warn" />}
      name={name}
      folder={folder}
      state={text.states.interrupted}
    >
      <Button onClick={() => input.current?.click()}>{text.choose}</Button>
      <Button onClick={giveUp}>{text.giveUp}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text.choose}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file === undefined) return;
          if (file.size === kept.size) beginUpload({ file, folder, name, partBytes, kept });
          else announce(text.wrongFile(name));
        }}
      />
    </Line>
  );
}

function Line({
  icon,
  name,
  folder,
  state,
  bar,
  children,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly folder: string;
  readonly state: ReactNode;
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      {icon}
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate">
          <span className="font-medium">{name}</span> <span className="text-muted text-sm">{text.to(folder)}</span>
        </p>
        <p className="text-muted text-sm">{state}</p>
        {bar}
      </div>
      <div className="flex items-center gap-2">{children}</div>
    </li>
  );
}
