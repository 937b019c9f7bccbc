import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import { configuration } from "../../api/configuration.ts";
import { messages } from "../../messages/messages.ts";
import { DemoMark } from "../../ui/values/demo-mark.tsx";
import { EnvironmentTag } from "../../ui/values/environment-tag.tsx";
import { useServerName } from "../../ui/values/server-name.tsx";
import { ServerTrouble } from "./server-trouble.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Replaces the requested page until the user has signed in. */
export function SignInPage({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { nickname, environmentTag, environmentTagColor, isDemo } = useServerName();
  useEffect(() => {
    document.title = `${nickname} — ${messages.sessions.signIn}`;
  }, [nickname]);
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <div className="w-full max-w-sm">
        <div className="mb-5 flex items-center gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border border-fill-edge bg-fill text-on-fill">
            <KeyRound aria-hidden size={20} />
          </span>
          <div className="min-w-0">
            <p className="flex items-center gap-2 font-semibold">
              <span className="truncate">{nickname}</span>
              <EnvironmentTag tag={environmentTag} color={environmentTagColor} />
              {isDemo && <DemoMark />}
            </p>
            <p className="text-muted text-sm">{configuration().product}</p>
          </div>
        </div>
        <div className="rounded-xl border border-line bg-panel p-6">
          <h1 className="font-semibold text-lg">{messages.sessions.signIn}</h1>
          <p className="mb-5 text-muted">{messages.sessions.intro}</p>
          <ServerTrouble />
          <SignInForm onSignedIn={onSignedIn} />
        </div>
      </div>
    </main>
  );
}
