import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CurlButton, type PageCall } from "../ui/curl-button.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { fileWords } from "../words/files.ts";
import { paths } from "./paths.ts";
import { RefreshButton } from "./refresh-button.tsx";

const text = fileWords;

/** What the list of files and the list of clients stand in. */
export function FilesPage({
  tab,
  reads,
  children,
}: {
  readonly tab: "files" | "clients";
  readonly reads: PageCall;
  readonly children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <Page
      title={text.title}
      text={text.text}
      actions={
        <>
          <CurlButton calls={[reads]} />
          <RefreshButton addresses={[reads.address]} />
        </>
      }
    >
      <Tabs
        label={text.title}
        value={tab}
        onChange={(name) => void navigate({ to: name === "files" ? paths.files : paths.clients })}
        tabs={[
          { name: "files", text: text.filesTab },
          { name: "clients", text: text.clientsTab },
        ]}
      >
        <div className="flex flex-col gap-4">{children}</div>
      </Tabs>
    </Page>
  );
}
