import { backupMessages as text } from "../../../messages/english/installation/backups.ts";
import type { Area } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";

/** Offsite schedules, and the locations that they send to. */
export const backupsArea: Area<"schedules" | "locations"> = {
  title: text.title,
  text: text.text,
  tabs: [
    { name: "schedules", text: text.tabs.schedules, to: paths.backups },
    { name: "locations", text: text.tabs.locations, to: paths.locations },
  ],
};
