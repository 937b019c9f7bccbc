import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { deploymentFormMessages as text } from "../../../messages/english/deployment-form.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { deploymentReads } from "../deployments.ts";
import { type Recipe, recipeReads } from "../recipes/recipes.ts";
import { SaveRecipe } from "../recipes/save-recipe.tsx";
import type { Beginning } from "./beginning.ts";
import { chainOf, isChainMissing } from "./chain/chain.ts";
import { ChainFields } from "./chain/chain-fields.tsx";
import { FilesStep } from "./files/files-step.tsx";
import { JsonField, readJson } from "./json-field.tsx";
import { OptionsStep } from "./options-step.tsx";
import { PartBar, partTitle } from "./part-bar.tsx";
import { PlanView } from "./plan-view.tsx";
import { type DeploymentRequest, type Part, type PartStep, partSteps, type Step } from "./request.ts";
import { completed, masked, missingIn, newRequest } from "./request-rules.ts";
import { SourceStep } from "./sources/source-step.tsx";
import { StepList } from "./step-list.tsx";

const fields = { source: SourceStep, files: FilesStep, options: OptionsStep } as const;
const plan = "POST /svc/api/deployment/plan";
const start = "POST /svc/api/deployment";
const run = "POST /svc/api/deployment/recipes/{id}/run";

/** Form for a deployment, step by step: for each part its source, its files and its options; then the plan with its problems. */
export function DeploymentForm({
  beginning,
  onStarted,
  onSaved,
}: {
  readonly beginning?: Beginning | undefined;
  readonly onStarted: (part: number) => void;
  readonly onSaved: (recipe: Recipe) => void;
}) {
  const [request, setRequest] = useState<DeploymentRequest>(() => beginning?.request ?? newRequest());
  const [json, setJson] = useState<string>();
  const [chosen, setChosen] = useState(0);
  const [step, setStep] = useState<Step>("source");
  const [isSent, setSent] = useState(false);
  const planning = useMutation(changing(plan, []));
  const starting = useMutation(changing(start, deploymentReads));
  const running = useMutation(changing(run, [...deploymentReads, ...recipeReads]));

  const mayHaveMasks = beginning !== undefined;
  const secrets = mayHaveMasks ? { secretsOf: beginning.secretsOf } : {};
  const read = json === undefined ? { request } : readJson(json, mayHaveMasks);
  const wanted = "request" in read ? completed(read.request) : undefined;
  const recipe = beginning?.recipe;
  const isUnchanged =
    beginning?.recipe !== undefined && JSON.stringify(wanted) === JSON.stringify(completed(beginning.request));
  const part = request.deployments[chosen] ?? request.deployments[0];
  const set = (change: Partial<Part>) =>
    setRequest((before) => ({
      ...before,
      deployments: before.deployments.map((one, index) => (index === chosen ? { ...one, ...change } : one)),
    }));

  const goTo = (next: Step, index = chosen, asked = wanted) => {
    setSent(false);
    setStep(next);
    setChosen(index);
    starting.reset();
    running.reset();
    if (next === "plan" && asked !== undefined) planning.mutate({ ...asked, ...secrets });
  };
  /** Returns the first incomplete part and step. */
  const gap = () => {
    for (const [index, one] of request.deployments.entries()) {
      const [missing] = missingIn(one);
      if (missing !== undefined) return { step: missing, index };
    }
    return isChainMissing(request) ? ({ step: "options", index: chosen } as const) : undefined;
  };
  const makePlan = () => {
    const missing = json === undefined ? gap() : undefined;
    if (missing === undefined) return wanted === undefined ? setSent(true) : goTo("plan");
    goTo(missing.step, missing.index);
    setSent(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === "plan") return;
    if (json !== undefined) return makePlan();
    if (part !== undefined && missingIn(part).includes(step)) return setSent(true);
    const next = partSteps[partSteps.indexOf(step) + 1];
    if (next === undefined) makePlan();
    else goTo(next);
  };
  const toggleJson = () => {
    if (json === undefined) return setJson(JSON.stringify(completed(request), null, 2));
    if ("request" in read) setRequest(read.request);
    setJson(undefined);
    goTo("source", 0);
  };
  const begin = (rehearse: boolean) => {
    const onSuccess = ({ subDeploymentIds: [first] }: { readonly subDeploymentIds: readonly number[] }) =>
      first !== undefined && onStarted(first);
    if (recipe !== undefined && isUnchanged)
      running.mutate({ id: recipe.id, ...(rehearse && { rehearse }) }, { onSuccess });
    else if (wanted !== undefined)
      starting.mutate({ ...wanted, ...(rehearse && { rehearse }), ...secrets }, { onSuccess });
  };

  const Fields = step === "plan" ? undefined : fields[step];
  const verdict = planning.data?.verdict;
  const mayStart = planning.isSuccess && verdict !== "blocked";
  const isLast = step === "options";
  return (
    <form noValidate autoComplete="off" className="flex flex-col gap-4" onSubmit={submit}>
      <StepList
        step={step}
        isJson={json !== undefined}
        missing={part === undefined ? [] : missingIn(part)}
        onStep={goTo}
      />
      {step !== "plan" && json === undefined && (
        <>
          <div className="max-w-4xl">
            <TextField
              label={text.source.label}
              hint={text.source.labelHint}
              maxLength={200}
              value={request.label ?? ""}
              onChange={({ target }) => setRequest((before) => ({ ...before, label: target.value }))}
            />
          </div>
          <PartBar
            parts={request.deployments}
            chosen={chosen}
            onChange={(deployments) => setRequest((before) => ({ ...before, deployments }))}
            onChoose={(index) => goTo("source", index)}
          />
        </>
      )}
      <Panel
        title={panelTitle(step, json, request, chosen)}
        actions={
          <>
            {wanted !== undefined && (
              <CopyButton text={JSON.stringify(masked(wanted), null, 2)} label={text.json.copy} />
            )}
            {step !== "plan" && (
              <Button disabled={json !== undefined && json !== "" && wanted === undefined} onClick={toggleJson}>
                {json === undefined ? text.json.open : text.json.close}
              </Button>
            )}
          </>
        }
      >
        <div className="flex max-w-4xl flex-col gap-4">
          {json !== undefined && step !== "plan" ? (
            <JsonField value={json} mayHaveMasks={mayHaveMasks} onChange={setJson} />
          ) : (
            Fields && part && <Fields key={chosen} part={part} isSent={isSent} set={set} />
          )}
          {Fields && json === undefined && isLast && request.deployments.length > 1 && (
            <Switch
              label={text.parts.abortRemaining}
              checked={request.abortRemaining ?? false}
              onChange={(abortRemaining) => setRequest((before) => ({ ...before, abortRemaining }))}
            />
          )}
          {Fields && json === undefined && isLast && (
            <ChainFields
              actions={chainOf(request)}
              isSent={isSent}
              onChange={(actions) =>
                setRequest((before) => ({ ...before, chainedAction: actions.length === 0 ? undefined : actions }))
              }
            />
          )}
          {step === "plan" && planning.isPending && <Loading rows={6} />}
          {step === "plan" && planning.error && <Refusal error={planning.error} />}
          {step === "plan" && planning.data && <PlanView plan={planning.data} />}
          {(starting.error ?? running.error) && <Refusal error={(starting.error ?? running.error) as Error} />}
          {verdict === "ask" && step === "plan" && <p className="font-medium text-warn">{text.plan.decide}</p>}
        </div>
      </Panel>
      <div className="flex flex-wrap justify-end gap-2">
        {wanted !== undefined && step === "plan" && (
          <CurlButton
            className="mr-auto"
            calls={() => [
              recipe !== undefined && isUnchanged
                ? pageCall(run, { id: recipe.id })
                : pageCall(start, { ...wanted, ...secrets }),
            ]}
          />
        )}
        {step !== "source" && (
          <Button onClick={() => goTo(step === "plan" ? (json === undefined ? "options" : "source") : before(step))}>
            {text.back}
          </Button>
        )}
        {(step === "plan" || (recipe !== undefined && !isUnchanged)) && wanted !== undefined && !isUnchanged && (
          <SaveRecipe request={wanted} beginning={beginning} onSaved={onSaved} />
        )}
        {step !== "plan" ? (
          <>
            {recipe !== undefined && !isLast && json === undefined && (
              <Button needs={plan} onClick={makePlan}>
                {text.makePlan}
              </Button>
            )}
            <Button needs={json !== undefined || isLast ? plan : undefined} type="submit" look="primary">
              {json !== undefined || isLast ? text.makePlan : text.next}
            </Button>
          </>
        ) : (
          <>
            <Button needs={plan} busy={planning.isPending} onClick={() => goTo("plan")}>
              {text.planAgain}
            </Button>
            <Button needs={start} disabled={!mayStart} onClick={() => begin(true)}>
              {text.rehearse}
            </Button>
            <Button
              needs={start}
              look="primary"
              busy={starting.isPending || running.isPending}
              disabled={!mayStart}
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

function before(step: PartStep): PartStep {
  return partSteps[partSteps.indexOf(step) - 1] ?? "source";
}

function panelTitle(step: Step, json: string | undefined, { deployments }: DeploymentRequest, chosen: number): string {
  if (step === "plan") return text.steps.plan;
  if (json !== undefined) return text.json.label;
  const title = text.steps[step];
  return deployments.length === 1 ? title : `${partTitle(deployments[chosen], chosen)}: ${title}`;
}
