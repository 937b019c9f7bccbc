import { useLayoutEffect, useRef } from "react";
import { settingsMessages } from "../../messages/english/settings.ts";
import { messages } from "../../messages/messages.ts";
import { applyTheme, useMode } from "../../theme/appearance.ts";
import { contrast, fromHex } from "../../theme/contrast.ts";
import { surfaces, themeOf } from "../../theme/theme.ts";
import { EnvironmentTag } from "../../ui/values/environment-tag.tsx";

const text = settingsMessages;

/** Preview of the color before it is saved, with its contrast values. */
export function ThemePreview({
  color,
  nickname,
  tag,
}: {
  readonly color: string;
  readonly nickname: string;
  readonly tag: string;
}) {
  const mode = useMode();
  const frame = useRef<HTMLDivElement>(null);
  const theme = themeOf(color, mode);
  useLayoutEffect(() => {
    if (frame.current) applyTheme(frame.current, themeOf(color, mode));
  }, [color, mode]);
  const ratio = (one: string, other: string) => contrast(fromHex(one), fromHex(other)).toFixed(1);
  return (
    <figure ref={frame} className="min-w-0">
      <figcaption className="mb-1 font-medium text-sm">{text.preview}</figcaption>
      <div className="flex overflow-hidden rounded-lg border border-line">
        <div className="flex w-36 shrink-0 flex-col gap-1 border-fill-edge border-r bg-fill p-3 text-on-fill">
          <span className="truncate px-2 pb-2 font-semibold">{nickname || "Latchkey"}</span>
          <span className="rounded bg-fill-chosen px-2 py-1">{messages.frame.pages.home}</span>
          <span className="px-2 py-1">{messages.frame.pages.keys}</span>
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-3 bg-page p-4">
          <EnvironmentTag tag={tag} />
          <span className="text-accent underline">{text.previewText}</span>
          <span className="rounded-md border border-fill-edge bg-fill px-3 py-1 font-medium text-on-fill">
            {text.previewButton}
          </span>
          <p className="text-muted text-sm">
            {text.contrast(text.onFill, ratio(theme.fill, theme.onFill))}
            <br />
            {text.contrast(text.accent, ratio(theme.accent, surfaces[mode].page))}
          </p>
        </div>
      </div>
    </figure>
  );
}
