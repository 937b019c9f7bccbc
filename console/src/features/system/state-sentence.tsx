import { CircleAlert, CircleCheck, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { classes } from "../../ui/classes.ts";
import { plural } from "../../words/plural.ts";
import { words } from "../../words/words.ts";
import { usePrerequisites } from "./use-prerequisites.ts";

const text = words.home;
const warning = { icon: CircleAlert, ground: "bg-warn-ground text-warn" };

interface State {
  readonly icon: LucideIcon;
  readonly ground: string;
  readonly sentence: string;
}

/** One sentence on how things stand. The worst point decides. */
export function StateSentence({ failingKeys }: { readonly failingKeys: number }) {
  const checks = usePrerequisites();
  const { icon: Icon, ground, sentence } = withKeys(stateOf(checks), failingKeys);
  return (
    <p role="status" className={classes("flex min-h-12 items-center gap-3 rounded-lg px-4 py-3 font-medium", ground)}>
      <Icon aria-hidden size={20} className="shrink-0" />
      {sentence}
    </p>
  );
}

/** Keys that are refused make what is in order less so. */
function withKeys(state: State, failingKeys: number): State {
  if (failingKeys === 0) return state;
  const refused = text.refusedKeys(plural(failingKeys, words.keys.one, words.keys.many), failingKeys === 1);
  if (state.sentence === text.good) return { ...warning, sentence: refused };
  return { ...state, sentence: `${state.sentence} ${refused}` };
}

function stateOf({ data, isError }: ReturnType<typeof usePrerequisites>): State {
  if (data === undefined)
    return isError
      ? { icon: CircleX, ground: "bg-bad-ground text-bad", sentence: text.unreachable }
      : { icon: LoaderCircle, ground: "bg-panel text-muted", sentence: text.checking };
  const count = (state: string) => data.points.filter((point) => point.state === state).length;
  const counted = (number: number) => plural(number, ...text.warningCount);
  if (count("failed") > 0)
    return { icon: CircleX, ground: "bg-bad-ground text-bad", sentence: text.failed(counted(count("failed"))) };
  if (count("warning") > 0) return { ...warning, sentence: text.warnings(counted(count("warning"))) };
  return { icon: CircleCheck, ground: "bg-good-ground text-good", sentence: text.good };
}
