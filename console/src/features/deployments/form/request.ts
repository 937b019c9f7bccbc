import type { InputOf } from "../../../api/operations.ts";

/** A deployment while it is described is the request itself: what the form has no field for stays in it. */
export type DeploymentRequest = Omit<InputOf<"POST /svc/api/deployment">, "scheduled" | "timestamp" | "secretsOf">;
export type SecretsOf = InputOf<"POST /svc/api/deployment">["secretsOf"];
export type Part = DeploymentRequest["deployments"][number];
export type Script = NonNullable<Part["preDeploymentScript"]>;

export const partSteps = ["source", "files", "options"] as const;
export type PartStep = (typeof partSteps)[number];
export type Step = PartStep | "plan";
