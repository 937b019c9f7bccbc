import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { queryClient, reading } from "../api/query.ts";
import { Refused } from "../api/refused.ts";
import { noteSignedIn, useSessionState } from "../api/session-state.ts";
import { SignInPage } from "../features/sessions/sign-in-page.tsx";
import { applyColor } from "../theme/appearance.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { type ServerName, ServerNameContext } from "../ui/values/server-name.tsx";
import { FrameOutline } from "./frame/frame-outline.tsx";
import { PageBanner } from "./page/page-banner.tsx";

// The sign-in page doesn't wait for the other pages.
const SignedIn = lazyPart(() => import("./signed-in.tsx"));
const Failed = lazyPart(async () => ({ default: (await import("../ui/feedback/states.tsx")).Failed }));
const SessionOverDialog = lazyPart(() => import("../features/sessions/session-over-dialog.tsx"));

/** Pages for a signed-in user, otherwise the sign-in page. The address stays the same, so deep links work after sign-in. */
export function App() {
  const state = useSessionState();
  const session = useQuery({ ...reading("GET /svc/api/session", {}), staleTime: 60_000 });
  const information = useQuery({ ...reading("GET /svc/api/info", {}), staleTime: 60_000 });
  const service = information.data?.service;
  const host = information.data?.FileMakerServer.host;
  const name = useMemo<ServerName>(
    () => ({
      nickname: service?.serverNickname || host || "Latchkey",
      environmentTag: service?.environmentTag || null,
      environmentTagColor: service?.environmentTagColor ?? null,
      hasPlainMenu: service?.sidebarVariant === "light",
      isDemo: service?.isDemo === true,
    }),
    [service, host],
  );

  useEffect(() => {
    if (session.isSuccess) noteSignedIn();
  }, [session.isSuccess]);
  useEffect(() => {
    if (service) applyColor(service.themeColor);
  }, [service]);

  const signedIn = () => {
    noteSignedIn();
    void queryClient.invalidateQueries();
  };
  const isSignedOut = session.error instanceof Refused && session.error.isSignedOut;

  return (
    <ServerNameContext value={name}>
      <PageBanner />
      {state === "out" && <SignInPage onSignedIn={signedIn} />}
      {state === "unknown" && !session.isError && <FrameOutline />}
      {(state === "in" || state === "over") && <SignedIn fallback={<FrameOutline />} />}
      {state === "over" && <SessionOverDialog user={session.data?.caller.name ?? ""} onSignedIn={signedIn} />}
      {state === "unknown" && session.isError && !isSignedOut && (
        <Failed error={session.error} onRetry={() => void session.refetch()} />
      )}
    </ServerNameContext>
  );
}
