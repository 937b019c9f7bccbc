import { useMutation } from "@tanstack/react-query";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { refreshServerState } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { ErrorNumber } from "../../ui/feedback/error-number.tsx";
import { Field, inputClasses, TextField } from "../../ui/fields/field.tsx";
import { useCountdown } from "./use-countdown.ts";

/** Account and password. The password is cleared once it was accepted; the session is a cookie that scripts can't read. */
export function SignInForm({
  user: knownUser = "",
  onSignedIn,
}: {
  readonly user?: string;
  readonly onSignedIn: () => void;
}) {
  const [user, setUser] = useState(knownUser);
  const [pass, setPass] = useState("");
  const [isShown, setShown] = useState(false);
  const [byKey, setByKey] = useState(false);
  const passField = useRef<HTMLInputElement>(null);
  const refusalId = useId();
  const { secondsLeft, startCountdown } = useCountdown();
  const signIn = useMutation({
    mutationFn: () => call("POST /svc/api/session", byKey ? keyOrCode(pass) : { user, pass }),
    onSuccess: () => {
      setPass("");
      onSignedIn();
    },
    onError: (thrown) => {
      if (thrown instanceof Refused && thrown.status === 429) startCountdown(thrown.retryAfterSeconds ?? 60);
      // The page explains what to do.
      if (thrown instanceof Refused && thrown.isServerAway) refreshServerState();
      passField.current?.focus();
    },
  });
  useEffect(() => {
    if (knownUser !== "") passField.current?.focus();
  }, [knownUser]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  const isLimited = secondsLeft > 0;
  // After the waiting time, the refusal no longer applies.
  const refusal = signIn.error instanceof Refused && signIn.error.status !== 429 ? signIn.error : undefined;

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {!byKey && (
        <TextField
          label={messages.sessions.user}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={knownUser === ""}
          required
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
      )}
      <Field label={byKey ? messages.sessions.key : messages.sessions.pass}>
        {(ties) => (
          <div className="relative">
            <input
              {...ties}
              {...(refusal && { "aria-invalid": true, "aria-describedby": refusalId })}
              ref={passField}
              name={byKey ? "key" : "password"}
              type={isShown ? "text" : "password"}
              autoComplete={byKey ? "off" : "current-password"}
              required
              value={pass}
              onChange={(event) => setPass(event.target.value)}
              className={`${inputClasses} pr-10`}
            />
            <IconButton
              icon={isShown ? EyeOff : Eye}
              label={isShown ? messages.sessions.hidePass : messages.sessions.showPass}
              className="absolute top-0.5 right-0.5"
              onClick={() => setShown(!isShown)}
            />
          </div>
        )}
      </Field>
      {(refusal || isLimited) && (
        <p
          id={refusalId}
          role="alert"
          className="flex items-start gap-2 rounded-md bg-bad-surface p-3 text-bad text-sm"
        >
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span>
            {isLimited ? messages.sessions.tooMany(clock(secondsLeft)) : refusal?.message}{" "}
            {/* A card can't open over a native dialog. */}
            {refusal?.code !== undefined && knownUser === "" && <ErrorNumber number={refusal.code} />}
          </span>
        </p>
      )}
      <Button type="submit" look="primary" busy={signIn.isPending} disabled={isLimited} className="h-9">
        {signIn.isPending ? messages.sessions.busy : messages.sessions.signIn}
      </Button>
      {knownUser === "" && (
        <Button
          type="button"
          onClick={() => {
            setByKey(!byKey);
            setPass("");
            signIn.reset();
          }}
        >
          {byKey ? messages.sessions.useAccount : messages.sessions.useKey}
        </Button>
      )}
    </form>
  );
}

/** Keys and codes have different formats. */
function keyOrCode(typed: string): { readonly key: string } | { readonly code: string } {
  const text = typed.trim();
  return text.startsWith("ak_") ? { key: text } : { code: text };
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
