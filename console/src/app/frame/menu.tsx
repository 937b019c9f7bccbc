import { useMutation } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import {
  Activity,
  Bell,
  CalendarClock,
  CloudUpload,
  Database,
  FileText,
  FolderTree,
  House,
  KeyRound,
  LogOut,
  type LucideIcon,
  Package,
  Rocket,
  ScrollText,
  Settings,
  Terminal,
  Webhook,
} from "lucide-react";
import { useRole } from "../../api/role.ts";
import { messages } from "../../messages/messages.ts";
import { useServerName } from "../../ui/values/server-name.tsx";
import { paths } from "../paths.ts";
import { signOut } from "./sign-out.ts";

interface Entry {
  readonly text: string;
  readonly icon: LucideIcon;
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly exact?: boolean;
  /** Prefix of the addresses of its other pages. */
  readonly also?: string;
}

const groups: readonly { readonly title?: string; readonly entries: readonly Entry[] }[] = [
  { entries: [{ text: messages.frame.pages.home, icon: House, to: paths.home, exact: true }] },
  {
    title: messages.frame.groups.files,
    entries: [
      { text: messages.frame.pages.files, icon: Database, to: paths.files },
      {
        text: messages.frame.pages.browser,
        icon: FolderTree,
        to: paths.browse,
        params: { _splat: "" },
        also: paths.trash,
      },
    ],
  },
  {
    title: messages.frame.groups.access,
    entries: [
      { text: messages.frame.pages.keys, icon: KeyRound, to: paths.keys },
      { text: messages.frame.pages.mcpServers, icon: Terminal, to: paths.mcpServers },
    ],
  },
  {
    title: messages.frame.groups.releases,
    entries: [
      { text: messages.frame.pages.builds, icon: Package, to: paths.builds },
      { text: messages.frame.pages.deployments, icon: Rocket, to: paths.deployments },
      { text: messages.frame.pages.schedules, icon: CalendarClock, to: paths.schedules },
    ],
  },
  {
    title: messages.frame.groups.safety,
    entries: [
      { text: messages.frame.pages.webhooks, icon: Webhook, to: paths.webhooks },
      { text: messages.frame.pages.backups, icon: CloudUpload, to: paths.backups },
    ],
  },
  {
    title: messages.frame.groups.watch,
    entries: [
      { text: messages.frame.pages.processes, icon: Activity, to: paths.processes },
      { text: messages.frame.pages.logs, icon: FileText, to: paths.logs },
      { text: messages.frame.pages.alerts, icon: Bell, to: paths.alerts },
      { text: messages.frame.pages.audit, icon: ScrollText, to: paths.audit },
    ],
  },
  {
    entries: [
      {
        text: messages.frame.pages.settings,
        icon: Settings,
        to: paths.settings,
        params: { part: "appearance" },
        also: paths.settings.replace("$part", ""),
      },
    ],
  },
];

/** Attributes that the router sets on the entry of the open page. */
const isHere = { "data-status": "active", "aria-current": "page" } as const;

const entryClasses =
  "flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium hover:bg-fill-chosen data-[status=active]:bg-fill-chosen";

/** Menu of the pages, in the theme color. Areas that don't exist yet have no entry. */
export function Menu({ account }: { readonly account: string }) {
  const { nickname } = useServerName();
  const { pathname } = useLocation();
  const role = useRole();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <div className="flex min-h-full flex-col gap-4 p-3">
      <div className="flex h-8 items-center px-2.5">
        <span className="truncate font-semibold text-base">{nickname}</span>
      </div>
      <nav aria-label={messages.frame.menu} className="flex flex-1 flex-col gap-4">
        {groups.map(({ title, entries }) => (
          <div key={entries[0]?.to} className="last:mt-auto">
            {title && <p className="px-2.5 pb-1 text-xs">{title}</p>}
            <ul className="flex flex-col gap-0.5">
              {entries.map(({ text, icon: Icon, to, params, exact, also }) => (
                <li key={to}>
                  <Link
                    to={to}
                    params={params ?? {}}
                    activeOptions={{ exact: exact ?? false, includeSearch: false }}
                    {...(also !== undefined && pathname.startsWith(also) && isHere)}
                    className={entryClasses}
                  >
                    <Icon aria-hidden size={16} />
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="border-on-fill/25 border-t pt-3">
        <p className="truncate px-2.5 text-xs">{messages.frame.signedInAs(account)}</p>
        <p className="min-h-4 px-2.5 pb-1 text-xs">{role !== undefined && messages.frame.roles[role]}</p>
        <button type="button" onClick={() => leave.mutate()} className={`${entryClasses} w-full`}>
          <LogOut aria-hidden size={16} />
          {messages.frame.signOut}
        </button>
      </div>
    </div>
  );
}
