import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Refused } from "../api/refused.ts";
import { queryClient, reading } from "../api/query.ts";
import { noteSignedIn, useSessionState } from "../api/session-state.ts";
import { SessionOverDialog } from "../features/sessions/session-over-dialog.tsx";
import { SignInPage } from "../features/sessions/sign-in-page.tsx";
import { wearColor } from "../theme/appearance.ts";
import { type ServerName, ServerNameContext } from "../ui/server-name.tsx";
import { Failed } from "../ui/states.tsx";
import { Frame } from "./frame.tsx";

/** The gate: the page where somebody signed in, the sign-in where nobody did. The address stays, so deep links are kept. */
export function App() {
  const state = useSessionState();
  const session = useQuery({ ...reading("GET /svc/api/session", {}), staleTime: 60_000 });
  const information = useQuery({ ...reading("GET /svc/api/info", {}), staleTime: 60_000 });
  const appearance = information.data?.service;
  const host = information.data?.FileMakerServer.host;
  const name = useMemo<ServerName>(
    () => ({
      nickname: appearance?.serverNickname || host || "Latchkey",
      environmentTag: appearance?.environmentTag || null,
    }),
    [appearance, host],
  );

  useEffect(() => {
    if (session.isSuccess) noteSignedIn();
  }, [session.isSuccess]);
  useEffect(() => {
    if (information.data) wearColor(information.data.service.themeColor);
  }, [information.data]);

  const signedIn = () => {
    noteSignedIn();
    void queryClient.invalidateQueries();
  };

  return (
    <ServerNameContext value={name}>
      {state === "out" && <SignInPage onSignedIn={signedIn} />}
      {(state === "in" || state === "over") && (
        <Frame tagColor={appearance?.environmentTagColor ?? null} account={session.data?.caller.name ?? ""}>
          <Outlet />
        </Frame>
      )}
      {state === "over" && <SessionOverDialog user={session.data?.caller.name ?? ""} onSignedIn={signedIn} />}
      {state === "unknown" && session.isError && !(session.error instanceof Refused && session.error.isSignedOut) && (
        <Failed error={session.error} onRetry={() => void session.refetch()} />
      )}
    </ServerNameContext>
  );
}
