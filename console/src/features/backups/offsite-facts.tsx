import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reading } from "../../api/query.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { DrillMark } from "./restore/drill-mark.tsx";

const text = backupMessages.file;

/** Returns the time of a file's last offsite copy and the result of its restore drill. Empty if no backups are sent. */
export function useOffsiteFacts(filename: string): readonly (readonly [name: string, value: ReactNode])[] {
  const list = useQuery(reading("GET /svc/api/settings/offsite/schedules", {})).data?.schedules ?? [];
  if (list.length === 0) return [];
  const isOfFile = (name: string) => name.toLowerCase() === filename.toLowerCase();
  const [newest] = list
    .filter(({ databases, last_backup }) => last_backup !== null && databases.some(isOfFile))
    .toSorted((one, other) => ((one.last_backup ?? "") < (other.last_backup ?? "") ? 1 : -1));
  if (newest === undefined) return [[text.last, text.none]];
  return [
    [text.last, <Moment key="last" at={newest.last_backup} />],
    [text.drilled, <DrillMark key="drill" drill={newest.last_drill} />],
  ];
}
