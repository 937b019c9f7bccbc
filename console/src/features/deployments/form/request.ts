import type { InputOf } from "../../../api/operations.ts";

/** Deployment in the form. It is the request itself, so that fields that the form doesn't have are kept. */
export type DeploymentRequest = Omit<InputOf<"POST /svc/api/deployment">, "scheduled" | "timestamp" | "secretsOf">;
export type SecretsOf = InputOf<"POST /svc/api/deployment">["secretsOf"];
export type Part = DeploymentRequest["deployments"][number];
export type Script = NonNullable<Part["preDeploymentScript"]>;

export const partSteps = ["source", "files", "options"] as const;
export type PartStep = (typeof partSteps)[number];
export type Step = PartStep | "plan";
