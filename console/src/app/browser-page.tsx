import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Address } from "../api/operations.ts";
import { CurlButton, type PageCall } from "../ui/curl-button.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { browserWords } from "../words/browser.ts";
import { paths } from "./paths.ts";
import { RefreshButton } from "./refresh-button.tsx";

const text = browserWords;

/** What the File Browser and the trash stand in. */
export function BrowserPage({
  tab,
  reads,
  stale,
  fill = false,
  children,
}: {
  readonly tab: "files" | "trash";
  readonly reads: PageCall;
  readonly stale: readonly Address[];
  readonly fill?: boolean;
  readonly children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <Page
      fill={fill}
      title={text.title}
      actions={
        <>
          <CurlButton calls={[reads]} />
          <RefreshButton addresses={stale} />
        </>
      }
    >
      <Tabs
        fill={fill}
        label={text.title}
        value={tab}
        onChange={(next) =>
          void (next === "files"
            ? navigate({ to: paths.browse, params: { _splat: "" } })
            : navigate({ to: paths.trash }))
        }
        tabs={[
          { name: "files", text: text.tabs.files },
          { name: "trash", text: text.tabs.trash },
        ]}
      >
        {children}
      </Tabs>
    </Page>
  );
}
