import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";

import { type PartStep, partSteps, type Step } from "./request.ts";

const text = deploymentFormMessages.steps;
const steps = [...partSteps, "plan"] as const;

/** Steps of the form. The user can go to the steps up to the first incomplete one. */
export function StepList({
  step,
  isJson,
  missing,
  onStep,
}: {
  readonly step: Step;
  /** True if the deployment is edited as JSON. Its only step is the plan. */
  readonly isJson: boolean;
  /** Incomplete steps. */
  readonly missing: readonly PartStep[];
  readonly onStep: (step: Step) => void;
}) {
  const firstGap = missing[0] === undefined ? steps.length : steps.indexOf(missing[0]);
  const isClosed = (one: Step) =>
    (one === "plan" && step !== "plan") ||
    steps.indexOf(one) > firstGap ||
    (isJson && one !== "plan" && one !== "source");
  return (
    <nav aria-label={text.label}>
      <ol className="flex flex-wrap gap-x-6 gap-y-1">
        {steps.map((one, at) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === step ? "step" : undefined}
              disabled={isClosed(one)}
              className="leading-target underline-offset-2 enabled:hover:underline disabled:text-muted aria-[current]:font-semibold"
              onClick={() => onStep(one)}
            >
              {at + 1}. {text[one]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
