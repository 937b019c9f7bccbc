import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { keyKinds } from "../features/keys/key-kinds.ts";
import { Button } from "../ui/button.tsx";
import { CurlButton } from "../ui/curl-button.tsx";
import { Framed } from "../ui/framed.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { words } from "../words/words.ts";
import { paths } from "./paths.ts";

const text = words.keys;

/** What the lists of both kinds of keys stand in. */
export function KeysPage({
  tab,
  onCreate,
  children,
}: {
  readonly tab: "data" | "admin";
  readonly onCreate: () => void;
  readonly children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <Page
      title={text.title}
      text={text.text}
      actions={
        <>
          <CurlButton calls={[{ address: keyKinds[tab].list, input: {} }]} />
          <Button look="primary" data-shortcut="c" onClick={onCreate}>
            <Plus aria-hidden size={16} />
            {text.create}
          </Button>
        </>
      }
    >
      <Tabs
        label={text.title}
        value={tab}
        onChange={(name) => void navigate({ to: name === "data" ? paths.keys : paths.adminKeys })}
        tabs={[
          { name: "data", text: text.dataTab },
          { name: "admin", text: text.adminTab },
        ]}
      >
        <Framed>{children}</Framed>
      </Tabs>
    </Page>
  );
}
