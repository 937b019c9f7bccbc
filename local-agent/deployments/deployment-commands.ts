import type { CommandName, FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import type { FileServers } from "../server/file-server.ts";
import { forgetBackups, keptDeployments } from "./kept-backups.ts";
import { surveyDeployment } from "./survey.ts";

type DeploymentCommand = Extract<CommandName, `deployments.${string}`>;
type DeploymentCommands = { readonly [Name in DeploymentCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };

interface DeploymentCommandDependencies {
  readonly host: Host;
  readonly clock: Clock;
  readonly servers: FileServers;
}

/** Commands of deployments on this host, besides the task itself. */
export function deploymentCommands(dependencies: DeploymentCommandDependencies): DeploymentCommands {
  const { host } = dependencies;
  return {
    "deployments.survey": (fields) => surveyDeployment(fields, dependencies),
    "deployments.kept": async () => ({ deployments: await keptDeployments(host) }),
    async "deployments.forget"({ deployments }) {
      for (const deployment of deployments) await forgetBackups(host, deployment);
      return {};
    },
  };
}
