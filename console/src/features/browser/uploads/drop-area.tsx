import { CircleSlash, Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { browserMessages } from "../../../messages/english/browser.ts";
import { announce } from "../../../ui/feedback/toasts.tsx";

const text = browserMessages;

/** Area that accepts dropped files. */
export function DropArea({
  folder,
  canFill,
  onFiles,
  children,
}: {
  readonly folder: string;
  readonly canFill: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  // Counts nested elements: the pointer enters and leaves each one that it crosses.
  const depth = useRef(0);
  const isFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  const drop = (event: DragEvent) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    end();
    if (!canFill) return;
    const items = [...event.dataTransfer.items];
    const folders = items.filter((item) => item.webkitGetAsEntry()?.isDirectory);
    const files = items.filter((item) => !folders.includes(item)).map((item) => item.getAsFile());
    if (folders.length > 0) announce(text.noFolders);
    onFiles(files.filter((file) => file !== null));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging has no keyboard equivalent; the Upload button does the same
    <div
      onDragEnter={(event) => {
        if (!isFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!isFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      }}
      onDragOver={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = canFill ? "copy" : "none";
      }}
      onDrop={drop}
      className="relative flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-panel"
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-1 z-20 flex items-center justify-center gap-3 rounded-md border-2 border-accent border-dashed bg-panel/90 font-medium">
          {canFill ? <Upload aria-hidden size={20} /> : <CircleSlash aria-hidden size={20} />}
          {canFill ? text.drop(folder) : text.dropReadOnly(folder)}
        </div>
      )}
    </div>
  );
}
