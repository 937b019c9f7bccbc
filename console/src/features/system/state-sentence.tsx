import { CircleAlert, CircleCheck, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Refused } from "../../api/refused.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";
import { classes } from "../../ui/classes.ts";
import { Sentence } from "../../ui/feedback/sentence.tsx";
import { type HomeFacts, type Issue, type IssueTarget, issuesOf } from "./home-issues.ts";
import { usePrerequisites } from "./use-prerequisites.ts";

const text = homeMessages;
const looks = {
  failed: { icon: CircleX, colors: "bg-bad-surface text-bad" },
  warning: { icon: CircleAlert, colors: "bg-warn-surface text-warn" },
  good: { icon: CircleCheck, colors: "bg-good-surface text-good" },
  unknown: { icon: LoaderCircle, colors: "bg-panel text-muted" },
} as const satisfies Readonly<Record<string, { readonly icon: LucideIcon; readonly colors: string }>>;

/** Most severe issue in one sentence, with a link to its remedy, and the other issues below. */
export function StateSentence({
  link,
  ...facts
}: Omit<HomeFacts, "points"> & { readonly link: (target: IssueTarget, text: ReactNode) => ReactNode }) {
  const { data, error, mayLook } = usePrerequisites();
  const [worst, ...others] = issuesOf({ ...facts, points: data?.points ?? [] });
  const unread = data === undefined && error !== null ? sentenceOf(error) : undefined;
  const look = unread !== undefined ? "failed" : (worst?.state ?? (data === undefined && mayLook ? "unknown" : "good"));
  const { icon: Icon, colors } = looks[look];
  const sentence = (issue: Issue) => link(issue.target, <Sentence text={issue.sentence} />);
  const further = unread === undefined ? others : worst === undefined ? [] : [worst, ...others];
  return (
    <section aria-label={text.stateLabel} className={classes("rounded-lg px-4 py-3", colors)}>
      <p role="status" className="flex min-h-6 items-center gap-3 font-medium">
        <Icon aria-hidden size={20} className="shrink-0" />
        <span>
          {unread ??
            (worst ? sentence(worst) : data === undefined ? (mayLook ? text.checking : text.nothingFound) : text.good)}
          {worst?.state === "warning" && unread === undefined && data !== undefined && ` ${text.work}`}
        </span>
      </p>
      {further.length > 0 && (
        <ul aria-label={text.furtherIssues} className="mt-1 flex flex-col gap-1 pl-8">
          {further.map((issue) => (
            <li key={issue.sentence}>{sentence(issue)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function sentenceOf(error: Error): string {
  return error instanceof Refused && !error.isUnreachable ? error.message : text.unreachable;
}
