import type { DeploymentDraft } from "./draft.ts";

/** What each step of the form gets. */
export interface StepProps {
  readonly draft: DeploymentDraft;
  /** Whether going on was tried: then what is missing is named. */
  readonly isSent: boolean;
  readonly set: (change: Partial<DeploymentDraft>) => void;
}
