import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { CircleHelp, Menu as MenuIcon, Monitor, Moon, Search, Sun } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useConnection } from "../../api/connection.ts";
import { useLiveReads } from "../../api/live-reads.ts";
import { reading } from "../../api/query.ts";
import { messages } from "../../messages/messages.ts";
import { chooseMode, type ModeChoice, useModeChoice } from "../../theme/appearance.ts";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { classes } from "../../ui/classes.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { DemoMark } from "../../ui/values/demo-mark.tsx";
import { EnvironmentTag } from "../../ui/values/environment-tag.tsx";
import { MomentLinkContext } from "../../ui/values/moment.tsx";
import { useServerName } from "../../ui/values/server-name.tsx";
import { paths } from "../paths.ts";
import { collectEarlyKeys, type EarlyKeys } from "../search/early-keys.ts";
import { ActivityButton } from "./activity-button.tsx";
import { ConnectionBanner, ConnectionMark } from "./connection-mark.tsx";
import { Drawer } from "./drawer.tsx";
import { Menu } from "./menu.tsx";
import { ServerBanner } from "./server-banner.tsx";
import { useShortcuts } from "./shortcuts.ts";

const SearchPalette = lazyPart(() => import("../search/search-palette.tsx"));
const KeyboardHelp = lazyPart(() => import("./keyboard-help.tsx"));

const modeIcons = { light: Sun, dark: Moon, system: Monitor } as const;
const nextMode: Readonly<Record<ModeChoice, ModeChoice>> = { system: "light", light: "dark", dark: "system" };

/** Frame around every page: the menu, the server's name and logo, search, connection. */
export function Frame() {
  const { nickname, environmentTag, environmentTagColor, hasPlainMenu, isDemo } = useServerName();
  const session = useQuery({ ...reading("GET /svc/api/session", {}), staleTime: 60_000 });
  const account = session.data?.caller.name ?? "";
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [over, setOver] = useState<"search" | "help">();
  const mode = useModeChoice();
  const { pathname } = useLocation();
  const page = useRef<HTMLElement>(null);
  const connection = useConnection();
  useLiveReads();
  const earlyKeys = useRef<EarlyKeys>(undefined);
  const openSearch = () => {
    if (over === "search") return;
    earlyKeys.current?.stop();
    earlyKeys.current = collectEarlyKeys();
    setOver("search");
  };
  const closeSearch = () => {
    earlyKeys.current?.stop();
    setOver(undefined);
  };
  useShortcuts({ onSearch: openSearch, onHelp: () => setOver("help") });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => {
    setDrawerOpen(false);
  }, [pathname]);

  return (
    <div className="flex min-h-dvh">
      <button
        type="button"
        onClick={() => page.current?.focus()}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-text px-4 py-2 font-medium text-panel focus:translate-y-0"
      >
        {messages.frame.skip}
      </button>
      <aside
        className={classes(
          "on-fill sticky top-0 hidden h-dvh w-56 shrink-0 overflow-y-auto border-fill-edge border-r bg-fill text-on-fill drawer:block",
          hasPlainMenu && "plain-fill",
        )}
      >
        <Menu account={account} />
      </aside>
      <Drawer open={isDrawerOpen} onClose={() => setDrawerOpen(false)}>
        <Menu account={account} />
      </Drawer>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-line border-b bg-panel px-3 sm:px-5">
          <IconButton
            icon={MenuIcon}
            label={messages.frame.openMenu}
            className="drawer:hidden"
            onClick={() => setDrawerOpen(true)}
          />
          <EnvironmentTag tag={environmentTag} color={environmentTagColor} />
          {isDemo && <DemoMark />}
          <Link to={paths.home} className="min-w-0 truncate font-semibold leading-target drawer:hidden">
            {nickname}
          </Link>
          <button
            type="button"
            onClick={openSearch}
            aria-keyshortcuts="Control+K Meta+K"
            className="ml-auto flex h-8 items-center gap-2 rounded-md border border-transparent px-2 text-muted hover:bg-selection sm:w-72 sm:border-line-strong drawer:mr-auto drawer:ml-0"
          >
            <Search aria-hidden size={16} />
            <span className="sr-only flex-1 text-left sm:not-sr-only">{messages.frame.searchHint}</span>
            <kbd aria-hidden className="hidden rounded border border-line px-1 font-sans text-xs sm:inline">
              {messages.frame.searchKeys}
            </kbd>
          </button>
          <ActivityButton />
          <ConnectionMark />
          <IconButton
            icon={CircleHelp}
            label={messages.frame.help}
            className="hidden sm:inline-flex"
            onClick={() => setOver("help")}
          />
          <IconButton
            icon={modeIcons[mode]}
            label={messages.frame.mode(messages.frame[mode])}
            onClick={() => chooseMode(nextMode[mode])}
          />
        </header>
        <ConnectionBanner />
        <ServerBanner />
        <main
          ref={page}
          tabIndex={-1}
          className={classes("min-w-0 flex-1 p-4 outline-none sm:p-6", connection !== "live" && "grayscale")}
        >
          <MomentLinkContext value={momentLink}>
            <Outlet />
          </MomentLinkContext>
        </main>
      </div>
      {over === "search" && <SearchPalette early={earlyKeys.current} onClose={closeSearch} />}
      {over === "help" && <KeyboardHelp onClose={() => setOver(undefined)} />}
    </div>
  );
}

/** Links a time to the entries of all logs around it. */
function momentLink(at: string, text: ReactNode) {
  return (
    <Link
      to={paths.logs}
      search={{ at }}
      className="inline-block leading-target underline decoration-dotted decoration-line-strong underline-offset-2 hover:decoration-solid"
    >
      {text}
    </Link>
  );
}
