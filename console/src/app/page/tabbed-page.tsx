import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PageCall } from "../../api/curl.ts";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { RefreshButton } from "./refresh-button.tsx";

/** Pages that are tabs under one title. */
export interface Area<Tab extends string> {
  readonly title: string;
  readonly text?: string;
  readonly tabs: readonly {
    readonly name: Tab;
    readonly text: string;
    readonly to: string;
    readonly params?: Readonly<Record<string, string>>;
  }[];
}

/** Page of an area. Its buttons copy the page's request as a curl command, and refresh the page. */
export function TabbedPage<Tab extends string>({
  area: { title, text, tabs },
  tab,
  reads,
  actions,
  fill = false,
  children,
}: {
  readonly area: Area<Tab>;
  readonly tab: Tab;
  readonly reads: PageCall;
  /** Further actions, after the standard ones. */
  readonly actions?: ReactNode;
  /** True if the page fills the height and width of the window. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <Page
      fill={fill}
      title={title}
      text={text}
      actions={
        <>
          <CurlButton calls={[reads]} />
          <RefreshButton addresses={[reads.address]} />
          {actions}
        </>
      }
    >
      <Tabs
        fill={fill}
        label={title}
        value={tab}
        onChange={(wanted) => {
          const { to = "", params = {} } = tabs.find(({ name }) => name === wanted) ?? {};
          void navigate({ to, params });
        }}
        tabs={tabs}
      >
        {children}
      </Tabs>
    </Page>
  );
}
