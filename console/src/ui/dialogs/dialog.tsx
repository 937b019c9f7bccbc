import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { messages } from "../../messages/messages.ts";
import { IconButton } from "../buttons/icon-button.tsx";
import { classes } from "../classes.ts";

/** Dialog over the page. The actions at the bottom never scroll out of view. */
export function Dialog({
  open,
  onClose,
  title,
  text,
  wide = false,
  initialFocus,
  actions,
  children,
  danger = false,
}: {
  readonly open: boolean;
  /** Called on Escape, a press outside, or the close button. Without it, the user has to choose one of the actions. */
  readonly onClose?: () => void;
  readonly title: string;
  readonly text?: ReactNode;
  readonly wide?: boolean;
  /** Default: the first focusable element. */
  readonly initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"];
  readonly actions: ReactNode;
  readonly children?: ReactNode;
  /** True if the dialog has the server's color, so that users notice a wrong server. */
  readonly danger?: boolean;
}) {
  // In a very low window, such as at 400% zoom, the whole dialog scrolls above its buttons.
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-shade" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-hidden sm:items-center sm:p-6">
          <Base.Popup
            {...(initialFocus && { initialFocus })}
            className={classes(
              "flex max-h-[calc(100dvh-1.5rem)] w-full flex-col [@media(max-height:20rem)]:overflow-y-auto rounded-t-xl border border-line bg-panel shadow-2xl outline-none sm:max-h-full sm:rounded-xl",
              wide ? "sm:max-w-2xl" : "sm:max-w-lg",
            )}
          >
            {danger && <div className="h-1.5 shrink-0 rounded-t-xl bg-fill" />}
            <header className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <Base.Title className="font-semibold text-base">{title}</Base.Title>
                {text && <Base.Description className="text-muted text-sm">{text}</Base.Description>}
              </div>
              {onClose && (
                <Base.Close render={<IconButton icon={X} label={messages.dialog.close} className="-mt-1 -mr-2" />} />
              )}
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto [@media(max-height:20rem)]:flex-none [@media(max-height:20rem)]:overflow-visible px-5 pt-1 pb-5 [--page-head:-0.25rem] empty:hidden has-[>form:empty]:hidden">
              {children}
            </div>
            <footer className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-panel px-5 sm:rounded-b-xl py-3 [&>button]:h-auto [&>button]:min-h-8 [&>button]:max-w-[min(100%,20rem)] [&>button]:whitespace-normal [&>button]:wrap-anywhere">
              {actions}
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
