import { CircleAlert, CircleCheck, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { Refused } from "../../api/refused.ts";
import { messages } from "../../messages/messages.ts";
import { classes } from "../../ui/classes.ts";
import { usePrerequisites } from "./use-prerequisites.ts";

const text = messages.home;
const bad = { icon: CircleX, colors: "bg-bad-surface text-bad" };
const warning = { icon: CircleAlert, colors: "bg-warn-surface text-warn" };

interface State {
  readonly icon: LucideIcon;
  readonly colors: string;
  readonly sentence: string;
}

/** One sentence on how things stand. The worst point decides. */
export function StateSentence({ failingKeys }: { readonly failingKeys: number }) {
  const checks = usePrerequisites();
  const { icon: Icon, colors, sentence } = stateOf(checks, failingKeys);
  return (
    <p role="status" className={classes("flex min-h-12 items-center gap-3 rounded-lg px-4 py-3 font-medium", colors)}>
      <Icon aria-hidden size={20} className="shrink-0" />
      {sentence}
    </p>
  );
}

function stateOf({ data, error }: ReturnType<typeof usePrerequisites>, failingKeys: number): State {
  const refused = failingKeys > 0 && text.refusedKeys(messages.keys.count(failingKeys), failingKeys === 1);
  const joined = (...sentences: readonly (string | false)[]) => sentences.filter(Boolean).join(" ");
  if (data === undefined && error === null)
    return { icon: LoaderCircle, colors: "bg-panel text-muted", sentence: joined(text.checking, refused) };
  if (data === undefined) return { ...bad, sentence: joined(sentenceOf(error), refused) };
  const counted = (state: string) => {
    const count = data.points.filter((point) => point.state === state).length;
    return count > 0 && text.points(count);
  };
  const [failed, warnings] = [counted("failed"), counted("warning")];
  if (failed) return { ...bad, sentence: joined(text.failed(failed), refused) };
  if (warnings) return { ...warning, sentence: joined(refused || text.work, text.warnings(warnings)) };
  if (refused) return { ...warning, sentence: refused };
  return { icon: CircleCheck, colors: "bg-good-surface text-good", sentence: text.good };
}

function sentenceOf(error: Error): string {
  return error instanceof Refused && !error.isUnreachable ? error.message : text.unreachable;
}
