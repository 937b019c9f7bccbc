import { type ReactNode, useEffect } from "react";
import { useServerName } from "./server-name.tsx";

/** The frame of every page: title, what it is in a sentence, actions. Also names the browser's tab. */
export function Page({
  title,
  text,
  actions,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { nickname, environmentTag } = useServerName();
  useEffect(() => {
    const server = [environmentTag?.toUpperCase(), nickname].filter(Boolean).join(" ");
    document.title = `${environmentTag ? "● " : ""}${server} — ${title}`;
  }, [title, nickname, environmentTag]);
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {text && <p className="max-w-prose text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
