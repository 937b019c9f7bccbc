import { useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { messages } from "../../messages/messages.ts";
import { SignInForm } from "./sign-in-form.tsx";

/**
 * Covers the page and all open dialogs, which keep their input, until the user has signed in. A native dialog, because it makes other
 * dialogs inert too.
 */
export default function SessionOverDialog({
  user,
  onSignedIn,
}: {
  readonly user: string;
  readonly onSignedIn: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      role="alertdialog"
      // Dialogs below hide everything else from screen readers, except for live regions.
      aria-live="off"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-sm rounded-xl border border-line bg-panel p-6 text-text shadow-2xl outline-none backdrop:bg-shade"
    >
      <h2 id={`${id}-title`} className="font-semibold text-lg">
        {messages.sessions.over}
      </h2>
      <p id={`${id}-text`} className="mb-5 text-muted">
        {messages.sessions.overText}
      </p>
      <SignInForm user={user} onSignedIn={onSignedIn} />
    </dialog>,
    document.body,
  );
}
