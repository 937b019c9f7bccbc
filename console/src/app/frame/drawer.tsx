import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { messages } from "../../messages/messages.ts";
import { classes } from "../../ui/classes.ts";
import { useServerName } from "../../ui/values/server-name.tsx";

/** Menu of a narrow window, which covers the page from the left. */
export function Drawer({
  open,
  onClose,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { hasPlainMenu } = useServerName();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-shade" />
        <Dialog.Popup
          className={classes(
            "on-fill fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] overflow-y-auto bg-fill text-on-fill outline-none",
            hasPlainMenu && "plain-fill",
          )}
        >
          <Dialog.Title className="sr-only">{messages.frame.menu}</Dialog.Title>
          <Dialog.Close
            aria-label={messages.frame.closeMenu}
            className="absolute top-3 right-3 flex size-8 items-center justify-center rounded-md hover:bg-fill-chosen"
          >
            <X aria-hidden size={16} />
          </Dialog.Close>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
