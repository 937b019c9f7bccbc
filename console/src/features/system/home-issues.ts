import type { Process } from "#shared/processes/contract.ts";
import type { Point } from "#shared/system/contract.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";

const text = homeMessages;

/** Page on which an issue can be investigated. */
export type IssueTarget =
  | {
      readonly page:
        | "points"
        | "agent"
        | "disk"
        | "server"
        | "dataKeys"
        | "adminKeys"
        | "runs"
        | "notifications"
        | "alerts"
        | "backups";
    }
  | { readonly page: "run" | "trigger" | "webhook"; readonly id: number }
  | { readonly page: "deliveries"; readonly source: string };

/** Problem that is shown on the home page. */
export interface Issue {
  readonly state: "failed" | "warning";
  readonly sentence: string;
  readonly target: IssueTarget;
}

/** Facts about the server and its clients for the home page. */
export interface HomeFacts {
  readonly points: readonly Point[];
  /** One sentence for each account that FileMaker Server rejects. */
  readonly refusedAccounts: readonly string[];
  readonly refusedAdminKeys: number;
  readonly failedRuns: readonly Pick<Process, "id" | "title">[];
  /** Firing alerts, and events that don't arrive. */
  readonly eventIssues: readonly Issue[];
}

/** Returns all issues, most severe first: those that stop keys from working, causes before consequences. */
export function issuesOf({
  points,
  refusedAccounts,
  refusedAdminKeys,
  failedRuns,
  eventIssues,
}: HomeFacts): readonly Issue[] {
  const issues: readonly Issue[] = [
    ...pointIssues(points, "failed"),
    ...refusedAccounts.map((sentence) => ({
      state: "failed" as const,
      sentence,
      target: { page: "dataKeys" as const },
    })),
    ...(refusedAdminKeys > 0
      ? [
          {
            state: "failed" as const,
            sentence: text.refusedAdminKeys(refusedAdminKeys),
            target: { page: "adminKeys" as const },
          },
        ]
      : []),
    ...runIssues(failedRuns),
    ...eventIssues,
    ...pointIssues(points, "warning"),
    // Unknown points are likely consequences of failed ones, if there are any.
    ...(points.some(({ state }) => state === "failed") ? [] : pointIssues(points, "unknown")),
  ];
  return [...issues.filter(({ state }) => state === "failed"), ...issues.filter(({ state }) => state === "warning")];
}

/**
 * Returns issues for points in a state. The agent, the disks and startable parts have pages of their own; of the other points, only the
 * first is explained.
 */
function pointIssues(points: readonly Point[], wanted: "failed" | "warning" | "unknown"): readonly Issue[] {
  const state: Issue["state"] = wanted === "failed" ? wanted : "warning";
  const found = points.filter((point) => point.state === wanted);
  const [first, ...more] = found.filter(({ id }) => !(id in pages));
  return [
    ...(first === undefined
      ? []
      : [
          {
            state,
            sentence: more.length === 0 ? first.text : `${first.text} ${text.morePoints(more.length)}`,
            target: { page: "points" as const },
          },
        ]),
    ...found.flatMap((point) => {
      const page = pages[point.id];
      return page === undefined ? [] : [{ state, sentence: point.text, target: { page } }];
    }),
  ];
}

const pages: Readonly<Partial<Record<Point["id"], "agent" | "disk" | "server">>> = {
  agent_linked: "agent",
  data_api_enabled: "server",
  database_server: "server",
  disk_space: "disk",
};

function runIssues(failed: HomeFacts["failedRuns"]): readonly Issue[] {
  const [first, ...more] = failed;
  if (first === undefined) return [];
  if (more.length === 0)
    return [{ state: "warning", sentence: text.failedRun(first.title), target: { page: "run", id: first.id } }];
  return [{ state: "warning", sentence: text.failedRuns(failed.length), target: { page: "runs" } }];
}
