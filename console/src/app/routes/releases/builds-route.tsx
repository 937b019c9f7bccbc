import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { BuildsPanel } from "../../../features/builds/builds-panel.tsx";
import { buildMessages } from "../../../messages/english/builds.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { RefreshButton } from "../../page/refresh-button.tsx";
import { RunLink } from "../../page/run-link.tsx";
import { paths } from "../../paths.ts";

const BuildDialog = lazyPart(() => import("../../../features/builds/build-dialog.tsx"));
const list = "GET /svc/api/build/db/list";

export function BuildsRoute() {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const openRun = (processId: number) => void navigate({ to: paths.process, params: { id: String(processId) } });
  return (
    <Page
      title={buildMessages.title}
      text={buildMessages.text}
      actions={
        <>
          <CurlButton calls={[{ address: list, input: {} }]} />
          <RefreshButton addresses={[list]} />
          <Button needs="POST /svc/api/build" look="primary" data-shortcut="c" onClick={() => setAsked(true)}>
            <Plus aria-hidden size={16} />
            {buildMessages.create}
          </Button>
        </>
      }
    >
      <Framed>
        <BuildsPanel runLink={(id, title) => <RunLink run={{ id, title }} />} onStarted={openRun} />
      </Framed>
      {isAsked && <BuildDialog onClose={() => setAsked(false)} onStarted={openRun} />}
    </Page>
  );
}
