import type { TestProject } from "vitest/node";
import { startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of this run's DynamoDB; each service has its own table there. */
    readonly dynoxide: string;
  }
}

/** Starts one DynamoDB for all services of a run that use the AWS adapters. */
export default async function dynoxideOfTheRun({ provide }: TestProject): Promise<() => Promise<void>> {
  const dynoxide = await startDynoxide();
  provide("dynoxide", dynoxide.endpoint);
  return () => dynoxide.stop();
}
