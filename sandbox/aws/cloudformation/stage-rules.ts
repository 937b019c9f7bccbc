import type { Template } from "./template.ts";

/**
 * Returns a sentence for each deployment of a REST API that can't be replaced by another one, as every update of the API does. A deployment
 * with the name of a stage creates that stage; with settings for it (`StageDescription`), it fails if the stage exists
 * (https://github.com/jacob-meacham/serverless-plugin-bind-deployment-id/issues/3).
 */
export function stageFaults({ Resources }: Template): readonly string[] {
  const stages = Object.entries(Resources).filter(([, { Type }]) => Type === "AWS::ApiGateway::Stage");
  return Object.entries(Resources).flatMap(([name, { Type, Properties = {} }]) => {
    if (Type !== "AWS::ApiGateway::Deployment") return [];
    const { StageName, StageDescription } = Properties;
    const same = stages.find(([, stage]) => StageName !== undefined && stage.Properties?.StageName === StageName);
    return [
      ...(StageDescription === undefined
        ? []
        : [`${name}: StageDescription fails in the next deployment, when the stage exists`]),
      ...(same === undefined ? [] : [`${name} and ${same[0]} create the same stage`]),
    ];
  });
}
