import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { deploymentFormMessages as text } from "../../../messages/deployment-form.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { deploymentReads } from "../deployments.ts";
import { type DeploymentDraft, type DeploymentRequest, masked, missingIn, newDraft, requestOf } from "./draft.ts";
import { FilesStep } from "./files-step.tsx";
import { JsonField, readJson } from "./json-field.tsx";
import { OptionsStep } from "./options-step.tsx";
import { PlanView } from "./plan-view.tsx";
import { SourceStep } from "./source-step.tsx";

const steps = ["source", "files", "options", "plan"] as const;
type Step = (typeof steps)[number];
const fields = { source: SourceStep, files: FilesStep, options: OptionsStep } as const;
const plan = "POST /svc/api/deployment/plan";
const start = "POST /svc/api/deployment";

/** A new deployment, step by step: where the files come from, what becomes of them, how, and what speaks against it. */
export function DeploymentForm({
  copied,
  onStarted,
}: {
  /** What it begins with: a deployment that there was, its secrets masked. */
  readonly copied?: DeploymentRequest | undefined;
  readonly onStarted: (part: number) => void;
}) {
  const [draft, setDraft] = useState<DeploymentDraft>(newDraft);
  const [json, setJson] = useState(() => (copied === undefined ? undefined : JSON.stringify(copied, null, 2)));
  const [step, setStep] = useState<Step>("source");
  const [isSent, setSent] = useState(false);
  const planning = useMutation(changing(plan, []));
  const starting = useMutation(changing(start, deploymentReads));

  const read = json === undefined ? { request: requestOf(draft) } : readJson(json);
  const request = "request" in read ? read.request : undefined;
  const missing = missingIn(draft);
  const isStopped = json !== undefined ? request === undefined : missing[step as keyof typeof missing] === true;
  const index = steps.indexOf(step);

  const goTo = (next: Step, wanted: DeploymentRequest | undefined = request) => {
    setSent(false);
    setStep(next);
    starting.reset();
    if (next === "plan" && wanted !== undefined) planning.mutate(wanted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = json === undefined ? steps[index + 1] : "plan";
    if (isStopped) setSent(true);
    else if (next !== undefined && step !== "plan") goTo(next);
  };
  const begin = (rehearse: boolean) =>
    request !== undefined &&
    starting.mutate(
      { ...request, rehearse },
      { onSuccess: ({ subDeploymentIds: [first] }) => first !== undefined && onStarted(first) },
    );

  const Fields = step === "plan" ? undefined : fields[step];
  const verdict = planning.data?.verdict;
  return (
    <form noValidate autoComplete="off" className="flex flex-col gap-4" onSubmit={submit}>
      <nav aria-label={text.steps.label}>
        <ol className="flex flex-wrap gap-x-6 gap-y-1">
          {steps.map((one, at) => (
            <li key={one}>
              <button
                type="button"
                aria-current={one === step ? "step" : undefined}
                disabled={at > index || (json !== undefined && one !== "plan" && one !== "source")}
                className="leading-target underline-offset-2 enabled:hover:underline disabled:text-muted aria-[current]:font-semibold"
                onClick={() => goTo(one)}
              >
                {at + 1}. {text.steps[one]}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <Panel
        title={json !== undefined && step !== "plan" ? text.json.label : text.steps[step]}
        actions={
          <>
            {request !== undefined && (
              <CopyButton text={JSON.stringify(masked(request), null, 2)} label={text.json.copy} />
            )}
            {step !== "plan" && (
              <Button
                onClick={() => setJson(json === undefined ? JSON.stringify(requestOf(draft), null, 2) : undefined)}
              >
                {json === undefined ? text.json.open : text.json.close}
              </Button>
            )}
          </>
        }
      >
        <div className="flex max-w-4xl flex-col gap-4">
          {json !== undefined && step !== "plan" ? (
            <JsonField value={json} onChange={setJson} />
          ) : (
            Fields && (
              <Fields
                draft={draft}
                isSent={isSent}
                set={(change) => setDraft((before) => ({ ...before, ...change }))}
              />
            )
          )}
          {step === "plan" && planning.isPending && <Loading rows={6} />}
          {step === "plan" && planning.error && <Refusal error={planning.error} />}
          {step === "plan" && planning.data && <PlanView plan={planning.data} />}
          {starting.error && <Refusal error={starting.error} />}
          {verdict === "ask" && step === "plan" && <p className="font-medium text-warn">{text.plan.decide}</p>}
        </div>
      </Panel>
      <div className="flex flex-wrap justify-end gap-2">
        {request !== undefined && step === "plan" && (
          <CurlButton className="mr-auto" calls={() => [pageCall(start, request)]} />
        )}
        {index > 0 && (
          <Button onClick={() => goTo(json === undefined ? (steps[index - 1] ?? "source") : "source")}>
            {text.back}
          </Button>
        )}
        {step !== "plan" ? (
          <Button type="submit" onVisible="primary">
            {json !== undefined || steps[index + 1] === "plan" ? text.makePlan : text.next}
          </Button>
        ) : (
          <>
            <Button busy={planning.isPending} onClick={() => goTo("plan")}>
              {text.planAgain}
            </Button>
            <Button disabled={verdict === undefined || verdict === "blocked"} onClick={() => begin(true)}>
              {text.rehearse}
            </Button>
            <Button
              onVisible="primary"
              busy={starting.isPending}
              disabled={verdict === undefined || verdict === "blocked"}
              onClick={() => begin(false)}
            >
              {text.start}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
