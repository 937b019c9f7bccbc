import { AlertDialog } from "@base-ui/react/alert-dialog";
import { words } from "../../words/words.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Over the page, which keeps what was typed. There is no way around it but to sign in. */
export default function SessionOverDialog({
  user,
  onSignedIn,
}: {
  readonly user: string;
  readonly onSignedIn: () => void;
}) {
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 min-h-dvh bg-shade" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 flex items-center justify-center p-4">
          <AlertDialog.Popup className="w-full max-w-sm rounded-xl border border-line bg-panel p-6 shadow-2xl outline-none">
            <AlertDialog.Title className="font-semibold text-lg">{words.sessions.over}</AlertDialog.Title>
            <AlertDialog.Description className="mb-5 text-muted">{words.sessions.overText}</AlertDialog.Description>
            <SignInForm user={user} onSignedIn={onSignedIn} />
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
